import type { FastifyRequest } from 'fastify';
import { periods } from '#contract/periods.ts';
import type { ConsolePerson } from '#server/store/sign-in.ts';
import type { Store } from '#server/store/store.ts';
import { isAllowed } from './allowed-people.ts';
import { cookieName, readCookies, writeCookie } from './cookies.ts';
import { createToken, hashToken, isToken, sessionTimes } from './sign-in-token.ts';

type Request = Pick<FastifyRequest, 'headers' | 'consoleOrigin'>;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions of the console. The browser keeps a random token, the store its hash. A new session ends the one that the
 * browser had before, whoever it belonged to.
 *
 * @param allowed who may enter, of the provider's people; others have no session from the next call on
 */
export function createSessions(store: Store, allowed: readonly string[]) {
  const nameFor = ({ consoleOrigin }: Request) => cookieName(consoleOrigin, 'entree-console');
  const tokensOf = (request: Request) =>
    readCookies(request.headers.cookie, nameFor(request)).filter(isToken);

  /** Answers the cookie that deletes it in the browser. */
  async function end(request: Request): Promise<string> {
    for (const token of tokensOf(request).slice(0, 4)) await store.endSession(hashToken(token));
    return writeCookie(nameFor(request), '', { sameSite: 'Strict', maxAgeS: 0 });
  }
  async function replace(request: Request, token: string): Promise<string> {
    await end(request);
    return writeCookie(nameFor(request), token, { sameSite: 'Strict', maxAgeS: null });
  }

  return {
    end,
    /** null: the link is used, expired, or never was. */
    async redeemLink(request: Request, linkToken: string) {
      if (!isToken(linkToken)) return null;
      const token = createToken();
      const person = await store.redeemSignInLink({
        linkHash: hashToken(linkToken),
        sessionHash: hashToken(token),
        validMs: periods.signInLinkMs,
      });
      return person && { person, cookie: await replace(request, token) };
    },
    /** Answers the cookie of the session. */
    async start(request: Request, person: ConsolePerson) {
      const token = createToken();
      await store.startSession({ tokenHash: hashToken(token), person });
      return replace(request, token);
    },
    /** Who is signed in; null: nobody. */
    async read(request: Request): Promise<ConsolePerson | null> {
      const [token, ...others] = tokensOf(request);
      // Two of one name: another service of this machine has set one, and the browser does not say which.
      if (token === undefined || others.length > 0) return null;
      const person = await store.findSession(hashToken(token), sessionTimes);
      if (person === null) return null;
      if (person.way === 'link' || isAllowed(person.id, allowed)) return person;
      await store.endSession(hashToken(token));
      return null;
    },
  };
}
