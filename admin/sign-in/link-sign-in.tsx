import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { brand } from '#contract/brand.ts';
import { describePeriod } from '#contract/periods.ts';
import { CallError, call } from '../api/call.ts';
import { accessQuery, explainSignIn, signedIn } from '../api/session.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import './sign-in.css';

/**
 * The page that a sign-in link opens. Only a press of its button uses the link, because programs that check links in
 * mails and chats load it too.
 */
export function LinkSignIn({ token }: { token: string }) {
  const heading = usePageTitle('Sign in');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    async mutationFn() {
      try {
        queryClient.setQueryData(accessQuery.queryKey, signedIn(await call('signIn', { token })));
      } catch (error) {
        // Somebody who opens a used link again may be signed in already.
        await explainSignIn(queryClient, { problem: explain(error), hasProvider: false });
      }
    },
    // The token does not stay in the address.
    onSuccess: () => navigate({ to: '/applicants', replace: true }),
  });
  return (
    <main className="stack sign-in">
      <p className="sign-in-brand">{brand.name}</p>
      <h1 {...heading}>Sign in</h1>
      <p>Your link works once, for {describePeriod('signInLinkMs')}.</p>
      <Button look="primary" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in to the console
      </Button>
    </main>
  );
}

function explain(error: unknown): string {
  if (!(error instanceof CallError)) throw error;
  if (error.code === 'SIGN_IN' || error.code === 'INVALID_REQUEST')
    return `This link was used already, or is older than ${describePeriod('signInLinkMs')}.`;
  return error.message;
}
