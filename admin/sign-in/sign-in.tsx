import { brand } from '#contract/brand.ts';
import { providerSignInPath } from '#contract/console-calls.ts';
import { describePeriod } from '#contract/periods.ts';
import type { SignedOut } from '../api/session.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import './sign-in.css';
import { keepWantedView } from './wanted-view.ts';

/** Shown instead of every view while nobody is signed in. */
export function SignIn({ hasProvider, problem }: Omit<SignedOut, 'isSignedIn'>) {
  const heading = usePageTitle('Sign in');
  return (
    <main className="stack sign-in">
      <p className="sign-in-brand">{brand.name}</p>
      <h1 {...heading}>Sign in</h1>
      {problem && (
        <p className="marked" role="alert">
          {problem}
        </p>
      )}
      {hasProvider && (
        <a className="button button-primary" href={providerSignInPath} onClick={keepWantedView}>
          Sign in with your account
        </a>
      )}
      <section className="stack" aria-label="With a link">
        <p>{hasProvider ? 'Or with a link from' : 'With a link from'} the machine that runs the console:</p>
        <pre>
          <code>npm run waitlist -- sign-in</code>
        </pre>
        <p className="muted">
          It prints a link that works once, for {describePeriod('signInLinkMs')}. Open it in this browser.
        </p>
      </section>
    </main>
  );
}
