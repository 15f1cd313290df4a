import type { QueryClient } from '@tanstack/react-query';
import { accessQuery } from '../api/session.ts';

/** Whoever came back from the identity provider without an attempt of this browser is told so, unless signed in already. */
export async function explainLostSignIn(queryClient: QueryClient): Promise<void> {
  // Never throws: a server that does not answer is shown by the view that follows.
  await queryClient.prefetchQuery(accessQuery);
  queryClient.setQueryData(accessQuery.queryKey, (access) =>
    access === undefined || access.isSignedIn
      ? access
      : {
          ...access,
          problem:
            'That sign-in was not begun in this browser, or more than ten minutes ago. Begin it again.',
        },
  );
}
