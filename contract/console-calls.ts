import { z } from 'zod';

/** Most rows of a page, and most that one call decides about. */
export const maxRowsPerCall = 200;
/** Most submissions that one call releases or discards: their ids are 40 kB. */
export const maxIdsPerCall = 1_000;

/** As many as one call takes, in their order. */
export function* partsOf<Item>(items: readonly Item[], most = maxRowsPerCall): Generator<Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}

/**
 * The console's calls are `POST /api/NAME` with a body as JSON: those of `server/operator/calls.ts`, and these about
 * the session. Calls that only read are POSTs too, so that no search term gets into a server's log.
 */
export const sessionCalls = {
  session: z.strictObject({}),
  /** With the token of a sign-in link. Every call but this and `signOut` needs a session. */
  signIn: z.strictObject({ token: z.string().min(1).max(200) }),
  signOut: z.strictObject({}),
} as const;
export type SessionCall = keyof typeof sessionCalls;

/** The answer of `session` and `signIn`; that of every other call follows from the function that makes it. */
export interface Session {
  /** The name under which others see who decided: a name, an address, or the account on the server. */
  name: string;
  /** IANA name of the time zone of all days and times that are shown. */
  timeZone: string;
  sendsLetters: boolean;
  sendsMessages: boolean;
  /** There is an identity provider, so people can sign in again without a link. */
  hasProvider: boolean;
}

/** Messages of a channel that are counted at most; one more means that there are more. */
export const maxCounted = 10_000;

export const describeCount = (count: number): string =>
  count > maxCounted ? `over ${maxCounted.toLocaleString('en')}` : count.toLocaleString('en');

/** Of a sign-in link. The token is in the fragment, which no browser sends: it reaches no log and no other site. */
export const signInFragment = (token: string): string => `#/sign-in/${token}`;

/** The way back from the identity provider leads here when this browser did not begin it. */
export const signInAgainFragment = '#/sign-in-again';

/** Leads to the identity provider, where there is one, and from there back to the console. */
export const providerSignInPath = '/sign-in';

export const consoleCallPath = (call: string): string => `/api/${call}`;

/** Of a call that answers a list as a file: how many rows follow, for its progress. */
export const exportTotalHeader = 'Entree-Export-Rows';

/**
 * Codes of refused calls, with their status. Below 500 nothing was changed; with the others, or without an answer, a
 * change may have been made.
 */
export const consoleErrors = {
  SIGN_IN: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_REQUEST: 422,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const;

/**
 * The answer to every refused call. 401: sign in (again). 403: not for this host, origin or account. 404: erased, or
 * never existed. 422: not a request as above. 429: with `Retry-After`. 503: the store does not answer.
 */
export interface ConsoleError {
  code: keyof typeof consoleErrors;
  message: string;
  /** With `SIGN_IN`: there is an identity provider at `providerSignInPath`. */
  hasProvider?: boolean;
}
