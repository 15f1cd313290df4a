import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { brand } from '#contract/brand.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import './sign-in.css';
import { signInWithLink } from './sign-in-with-link.ts';

/** Where a sign-in link leads. It is used by a press: programs that check the links of a mail or a chat load it too. */
export function LinkSignIn({ token }: { token: string }) {
  const heading = usePageTitle('Sign in');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: () => signInWithLink(queryClient, token),
    // The link does not stay in the address.
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
