import { createHash, randomBytes } from 'node:crypto';
import { periods } from '#contract/periods.ts';
import type { SessionTimes } from '#server/store/sign-in.ts';
import type { Store } from '#server/store/store.ts';

export const sessionTimes: SessionTimes = { idleMs: periods.sessionIdleMs, maxMs: periods.sessionMs };

/** 256 random bits, as 43 characters that need no escaping in an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. A fast hash is enough: nobody can try 2^256 of them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Makes a link for an account on the server, and returns its token. */
export async function createLink(store: Pick<Store, 'addSignInLink'>, account: string): Promise<string> {
  const token = createToken();
  await store.addSignInLink({ tokenHash: hashToken(token), account, validMs: periods.signInLinkMs });
  return token;
}
