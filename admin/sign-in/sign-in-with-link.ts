import type { QueryClient } from '@tanstack/react-query';
import { CallError, call } from '../api/call.ts';
import { type Access, accessQuery, signedIn, signedOut } from '../api/session.ts';

/** Never throws: what went wrong is shown by the sign-in view. */
export async function signInWithLink(queryClient: QueryClient, token: string): Promise<void> {
  queryClient.setQueryData<Access>(accessQuery.queryKey, await access(token));
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
