import type { ConsolePerson, SignInCalls } from '#server/store/sign-in.ts';
import { isAllowed } from './allowed-people.ts';
import { cookieSettings, readCookies, writeCookie } from './cookies.ts';
import { linkValidMs, sessionTimes } from './session-times.ts';
import { createToken, hashToken, isToken } from './token.ts';

const cookieName = 'entree-console';

/** A person who is signed in, with the cookie that is to be sent. */
export interface NewSession {
  person: ConsolePerson;
  cookie: string;
}

export interface Sessions {
  /** Makes a link for an account and returns its token. */
  createLink(account: string): Promise<string>;
  /** null: the link is used, expired, or never was. */
  redeemLink(token: string, origin: string): Promise<NewSession | null>;
  start(person: ConsolePerson, origin: string): Promise<NewSession>;
  /** Who is signed in; null: nobody. */
  read(cookieHeader: string | undefined, origin: string): Promise<ConsolePerson | null>;
  /** Ends the session, and answers the cookie that deletes it in the browser. */
  end(cookieHeader: string | undefined, origin: string): Promise<string>;
}

/**
 * Sessions of the console. The browser keeps a random token, the store its hash.
 *
 * @param allowed who may enter, of the provider's people; others have no session from the next call on
 */
export function createSessions(store: SignInCalls, allowed: readonly string[]): Sessions {
  const tokensIn = (header: string | undefined, origin: string): string[] =>
    readCookies(header, cookieSettings(origin, cookieName).name).filter(isToken);

  const cookieOf = (origin: string, token: string): string =>
    writeCookie(cookieSettings(origin, cookieName), token, { sameSite: 'Strict', maxAgeS: null });

  return {
    async createLink(account) {
      const token = createToken();
      await store.addSignInLink({ tokenHash: hashToken(token), account, validMs: linkValidMs });
      return token;
    },
    async redeemLink(token, origin) {
      if (!isToken(token)) return null;
      const sessionToken = createToken();
      const person = await store.redeemSignInLink({
        linkHash: hashToken(token),
        sessionHash: hashToken(sessionToken),
        validMs: linkValidMs,
      });
      return person && { person, cookie: cookieOf(origin, sessionToken) };
    },
    async start(person, origin) {
      const token = createToken();
      await store.startSession({ tokenHash: hashToken(token), person });
      return { person, cookie: cookieOf(origin, token) };
    },
    async read(header, origin) {
      const [token, ...others] = tokensIn(header, origin);
      // Two of one name: another service of this machine has set one, and the browser does not say which.
      if (token === undefined || others.length > 0) return null;
      const person = await store.findSession(hashToken(token), sessionTimes);
      if (person === null) return null;
      if (person.way === 'link' || isAllowed(person.id, allowed)) return person;
      await store.endSession(hashToken(token));
      return null;
    },
    async end(header, origin) {
      for (const token of tokensIn(header, origin).slice(0, 4)) await store.endSession(hashToken(token));
      return writeCookie(cookieSettings(origin, cookieName), '', { sameSite: 'Strict', maxAgeS: 0 });
    },
  };
}
