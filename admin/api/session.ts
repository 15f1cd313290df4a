import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Session } from '#contract/console-calls.ts';
import { CallError, call } from './call.ts';
import { kept } from './queries.ts';

/** Nobody is signed in. */
export interface SignedOut {
  isSignedIn: false;
  hasProvider: boolean;
  /** Why the last sign-in failed; null: none was tried. */
  problem: string | null;
}

export type Access = ({ isSignedIn: true } & Session) | SignedOut;

export const signedIn = (session: Session): Access => ({ isSignedIn: true, ...session });

export const signedOut = ({ hasProvider }: CallError): SignedOut => ({
  isSignedIn: false,
  hasProvider,
  problem: null,
});

export const accessQuery = queryOptions({
  ...kept,
  queryKey: ['access'],
  queryFn: async ({ signal }): Promise<Access> => {
    try {
      return signedIn(await call('session', {}, { signal }));
    } catch (error) {
      if (error instanceof CallError && error.code === 'SIGN_IN') return signedOut(error);
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Asks who is signed in. To somebody who is not, the sign-in view says what went wrong, at once: also if the server does
 * not answer.
 *
 * @param hasProvider what is shown if it does not
 */
export async function explainSignIn(
  queryClient: QueryClient,
  { problem, hasProvider }: { problem: string; hasProvider: boolean },
): Promise<void> {
  // Never throws.
  await queryClient.prefetchQuery({ ...accessQuery, staleTime: 0, retry: false });
  queryClient.setQueryData(
    accessQuery.queryKey,
    (access): Access =>
      access?.isSignedIn ? access : { hasProvider, ...access, isSignedIn: false, problem },
  );
}

/** The session of the person who is signed in. Everything below `<Shell>` is shown only with one. */
export function useSession(): Session {
  const { data } = useQuery(accessQuery);
  if (!data?.isSignedIn) throw new Error('Nobody is signed in.');
  return data;
}
