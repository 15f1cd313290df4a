import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { brand } from '#contract/brand.ts';
import { CallError, call, connection } from '../api/call.ts';
import { DecisionsProvider } from '../api/decisions.tsx';
import { clearDrafts, hasDrafts } from '../api/draft.ts';
import { forgetAnswers } from '../api/query-client.ts';
import { accessQuery, type SignedOut } from '../api/session.ts';
import { useValue } from '../api/value.ts';
import { KeysDialog } from '../keys/keys-dialog.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { WaveProgress } from '../ui/wave-progress.tsx';
import { LiveRegion } from './live-region.tsx';
import { Notice } from './notice.tsx';
import './shell.css';

const views = [
  { to: '/applicants', name: 'Applicants' },
  { to: '/messages', name: 'Messages' },
  { to: '/held', name: 'Held' },
  { to: '/overview', name: 'Overview' },
  { to: '/add', name: 'Add' },
] as const;

/** The frame of every view: the bar, the notices, and the sign-in view while nobody is signed in. */
export function Shell() {
  const access = useQuery(accessQuery);
  if (access.isError)
    return (
      <main className="page">
        <Problem title="The console does not answer" query={access} />
      </main>
    );
  if (!access.data) return <main className="page" aria-busy="true" />;
  if (!access.data.isSignedIn) return <SignIn {...access.data} />;
  return (
    <DecisionsProvider>
      <button type="button" className="skip-link" onClick={skipToMain}>
        Skip to the view
      </button>
      <header className="row bar">
        <p className="bar-brand">{brand.name}</p>
        <nav className="row" aria-label="Views">
          {views.map(({ to, name }) => (
            <Link key={name} to={to}>
              {name}
            </Link>
          ))}
        </nav>
        <Account name={access.data.name} />
      </header>
      <ConnectionBar />
      <main className="page" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Notice />
      <WaveProgress />
      <LiveRegion />
    </DecisionsProvider>
  );
}

/** No link: the fragment is the view's address. */
function skipToMain() {
  document.getElementById('main')?.focus();
}

function Account({ name }: { name: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => call('signOut', {}),
    onSuccess() {
      clearDrafts();
      const out: SignedOut = { isSignedIn: false, hasProvider: false, problem: null };
      queryClient.setQueryData(accessQuery.queryKey, out);
      // Only an answer to somebody who is not signed in says whether there is a provider. The address says who was
      // looked for; it changes once the view that needs a session is gone.
      void queryClient
        .invalidateQueries(accessQuery)
        .then(() => navigate({ to: '/applicants', search: {}, replace: true }));
      forgetAnswers(queryClient);
    },
  });
  return (
    <div className="row bar-account">
      <span className="muted">{name}</span>
      <KeysDialog />
      <Button look="plain" onClick={() => mayLeave() && signOut.mutate()}>
        Sign out
      </Button>
      {signOut.error instanceof CallError && <span role="alert">{signOut.error.message}</span>}
    </div>
  );
}

const mayLeave = () =>
  !hasDrafts() || confirm('A note that you typed is not stored yet. Sign out and lose it?');

function ConnectionBar() {
  const isReached = useValue(connection);
  return (
    <p className="connection" role="alert" hidden={isReached}>
      {isReached
        ? ''
        : 'The server cannot be reached. What you see may be old, and what you do may not be saved.'}
    </p>
  );
}
