import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { brand } from '#contract/brand.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import './sign-in.css';
import { signInWithLink } from './sign-in-with-link.ts';

/**
 * The page that a sign-in link opens. Only a press of its button uses the link, because programs that check links in
 * mails and chats load it too.
 */
export function LinkSignIn({ token }: { token: string }) {
  const heading = usePageTitle('Sign in');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: () => signInWithLink(queryClient, token),
    // The token does not stay in the address.
    onSuccess: () => navigate({ to: '/applicants', replace: true }),
  });
  return (
    <main className="sign-in">
      <p className="sign-in-brand">{brand.name}</p>
      <h1 {...heading}>Sign in</h1>
      <p>Your link works once, for ten minutes.</p>
      <Button look="primary" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in to the console
      </Button>
    </main>
  );
}
