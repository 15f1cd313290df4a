import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { brand } from '#contract/brand.ts';
import { CallError, call } from '../api/call.ts';
import { type Access, accessQuery, signedIn, signedOut } from '../api/session.ts';
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
    // Never throws: what went wrong is shown by the sign-in view.
    async mutationFn() {
      queryClient.setQueryData<Access>(accessQuery.queryKey, await access(token));
    },
    // The token does not stay in the address.
    onSuccess: () => navigate({ to: '/applicants', replace: true }),
  });
  return (
    <main className="stack sign-in">
      <p className="sign-in-brand">{brand.name}</p>
      <h1 {...heading}>Sign in</h1>
      <p>Your link works once, for ten minutes.</p>
      <Button look="primary" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in to the console
      </Button>
    </main>
  );
}

async function access(token: string): Promise<Access> {
  try {
    return signedIn(await call('signIn', { token }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return (await currentSession()) ?? signedOut(error, explain(error));
  }
}

/** A person who opens a used link again may be signed in already. */
async function currentSession(): Promise<Access | null> {
  try {
    return signedIn(await call('session', {}));
  } catch {
    return null;
  }
}

function explain({ code, message }: CallError): string {
  if (code === 'SIGN_IN' || code === 'INVALID_REQUEST')
    return 'This link was used already, or is older than ten minutes.';
  return message;
}
