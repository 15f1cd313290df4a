import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerSignInPath } from '#contract/console-calls.ts';
import type { SignInCalls, SignInResult, SignInWay } from '#server/store/sign-in.ts';
import { isAllowed } from './allowed-people.ts';
import { type CookieSettings, cookieSettings, readCookies, writeCookie } from './cookies.ts';
import { sendProblemPage } from './problem-page.ts';
import {
  type Attempt,
  type Identity,
  type Provider,
  ProviderUnavailableError,
  SignInRefusedError,
} from './provider.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';

export const callbackPath = `${providerSignInPath}/callback`;

/** A person has so long to sign in at the provider. */
const attemptS = 600;
/** Answers of the provider that are checked at the same time: each is a request to it. */
const mostChecked = 10;

export interface ProviderParts {
  provider: Provider;
  /** ADMIN_URL: the provider sends the browser back to it. */
  url: string;
  allowed: readonly string[];
  sessions: Sessions;
  limit: SignInLimit;
  store: Pick<SignInCalls, 'recordSignIn'>;
  onSignIn(way: SignInWay, result: SignInResult): void;
  onUnavailable(error: ProviderUnavailableError): void;
}

const unavailable =
  'The identity provider does not answer. Try again in a minute, or sign in with a link from the server: npm run waitlist -- sign-in';

/** The way to the identity provider and back. Nothing that was sent decides where the browser goes next. */
export async function providerRoutes(app: FastifyInstance, parts: ProviderParts): Promise<void> {
  const { provider, sessions, url, allowed } = parts;
  const cookie = cookieSettings(url, 'entree-console-sign-in');
  let checked = 0;

  app.get(providerSignInPath, async (request, reply) => {
    if (request.consoleOrigin !== url) return reply.redirect(`${url}/`, 303);
    // Another site may lead to the console, and may not begin a sign-in.
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') return reply.redirect('/', 303);
    try {
      const { location, attempt } = await provider.begin();
      // Lax: the browser sends it with the way back, which begins at the provider.
      reply.header('set-cookie', writeAttempt(cookie, attempt));
      return reply.redirect(location, 303);
    } catch (error) {
      return refuse(error, request, reply);
    }
  });

  app.get(callbackPath, async (request, reply) => {
    if (request.consoleOrigin !== url) return reply.redirect(`${url}/`, 303);
    const attempt = readAttempt(cookie, request.headers.cookie);
    // An attempt is used once, whatever comes of it.
    reply.header('set-cookie', writeCookie(cookie, '', { sameSite: 'Lax', maxAgeS: 0 }));
    if (attempt === null) {
      return sendProblemPage(
        reply,
        403,
        'This sign-in was not begun in this browser, or more than ten minutes ago. Begin it again.',
      );
    }
    if (checked >= mostChecked)
      return sendProblemPage(reply, 503, 'Many are signing in just now. Try again.');
    checked += 1;
    try {
      const identity = await provider.finish(new URL(request.url, url), attempt);
      return await admit(identity, request, reply);
    } catch (error) {
      return await refuse(error, request, reply);
    } finally {
      checked -= 1;
    }
  });

  async function admit({ email, isVerified, name }: Identity, request: FastifyRequest, reply: FastifyReply) {
    if (!isVerified) {
      await record(request, email, 'email not verified');
      return sendProblemPage(
        reply,
        403,
        `The provider does not say that ${email} is verified. Verify it there, then sign in again.`,
      );
    }
    if (!isAllowed(email, allowed)) {
      await record(request, email, 'not on the list');
      return sendProblemPage(
        reply,
        403,
        `${email} is not on the list of who may enter. Who runs the server can add it to ADMIN_EMAILS.`,
      );
    }
    await sessions.end(request.headers.cookie, url);
    const session = await sessions.start({ way: 'provider', id: email, name }, url);
    parts.onSignIn('provider', 'signed in');
    reply.header('set-cookie', session.cookie);
    return reply.redirect('/', 303);
  }

  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (error instanceof ProviderUnavailableError) {
      parts.onUnavailable(error);
      return sendProblemPage(reply, 503, unavailable);
    }
    if (!(error instanceof SignInRefusedError)) throw error;
    await record(request, null, 'refused');
    return sendProblemPage(reply, 403, 'The identity provider did not sign you in. Begin it again.');
  }

  async function record(request: FastifyRequest, who: string | null, result: SignInResult): Promise<void> {
    const { isRecorded } = await parts.limit.countRefused(request.ip);
    if (!isRecorded) return;
    await parts.store.recordSignIn({ way: 'provider', who, result });
    parts.onSignIn('provider', result);
  }
}

const writeAttempt = (cookie: CookieSettings, { state, nonce, verifier }: Attempt): string =>
  writeCookie(cookie, [state, nonce, verifier].join('.'), { sameSite: 'Lax', maxAgeS: attemptS });

/** null: there is none, or several, of which another site could have set one. */
function readAttempt(cookie: CookieSettings, header: string | undefined): Attempt | null {
  const [value, ...others] = readCookies(header, cookie.name);
  const [, state, nonce, verifier] = /^([\w-]{43})\.([\w-]{43})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  if (others.length > 0 || state === undefined || nonce === undefined || verifier === undefined) return null;
  return { state, nonce, verifier };
}
