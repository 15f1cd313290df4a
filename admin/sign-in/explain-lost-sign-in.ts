import type { QueryClient } from '@tanstack/react-query';
import { accessQuery } from '../api/session.ts';

/**
 * Tells a person why, if they come back from the identity provider and this browser did not begin the sign-in; not if
 * they are signed in.
 */
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
