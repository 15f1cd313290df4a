import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerSignInPath, signInAgainFragment } from '#contract/console-calls.ts';
import type { ProviderSettings } from '#server/config.ts';
import { sendProblemPage } from '#server/http/problem-page.ts';
import type { SignInResult } from '#server/store/sign-in.ts';
import { isAllowed } from './allowed-people.ts';
import { accountChooser, createAttemptCookies } from './attempt-cookies.ts';
import { type CallParts, logSignIn } from './call-routes.ts';
import {
  type Asks,
  callbackPath,
  type Identity,
  type Provider,
  refusals,
  SignInRefusedError,
  withLink,
} from './provider.ts';

export interface ProviderParts
  extends Pick<CallParts, 'sessions' | 'limit' | 'store' | 'logger'>,
    ProviderSettings {
  provider: Provider;
}

/** The routes to the identity provider and back. Nothing that was sent decides where the browser goes next. */
export async function providerRoutes(app: FastifyInstance, parts: ProviderParts): Promise<void> {
  const { provider, sessions, url, allowed, logger } = parts;
  const attempts = createAttemptCookies(url, parts.clientSecret);

  // Only to report a problem early: a sign-in asks the provider again.
  app.addHook('onListen', () => void provider.discover().catch((error) => warnOfProvider(logger, error)));

  app.get(providerSignInPath, async (request, reply) => {
    if (request.consoleOrigin !== url) return reply.redirect(`${url}/`, 303);
    // Another site may lead to the console, and may not begin a sign-in.
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') return reply.redirect('/', 303);
    if ((await sessions.read(request)) !== null) return reply.redirect('/', 303);
    try {
      const choosesAccount = accountChooser.is('wanted', request.headers.cookie, url);
      if (choosesAccount) reply.header('set-cookie', accountChooser.write(url, 'asked'));
      return await leadToProvider(request, reply, choosesAccount ? 'choose' : null);
    } catch (error) {
      return sendUnavailable(error, reply);
    }
  });

  app.get(callbackPath, async (request, reply) => {
    if (request.consoleOrigin !== url) return reply.redirect(`${url}/`, 303);
    const answer = new URL(request.url, url);
    const attempt = attempts.read(request.headers.cookie, answer.searchParams.get('state') ?? '');
    // The console's page explains it, or shows the list: only the page's own calls carry the cookie of a session.
    if (attempt === null) return reply.redirect(`/${signInAgainFragment}`, 303);
    reply.header('set-cookie', attempts.forget(attempt.state));
    const { retryAfterS, isRecorded } = await parts.limit.count(request.ip, 'provider');
    if (retryAfterS !== null) {
      reply.header('retry-after', String(retryAfterS));
      return sendNotSignedIn(
        reply,
        429,
        `Many are signing in from your network. Begin again in ${retryAfterS} seconds.`,
      );
    }
    const refuse = async (who: string | null, result: SignInResult, text: string) => {
      if (isRecorded) {
        await parts.store.recordSignIn({ way: 'provider', who, result });
        logSignIn(logger, 'provider', result);
      }
      return sendNotSignedIn(reply, 403, text);
    };
    try {
      // It does not know the prompt for choosing an account, and every provider knows the one for signing in anew.
      if (
        answer.searchParams.get('error') === 'invalid_request' &&
        accountChooser.is('asked', request.headers.cookie, url)
      ) {
        reply.header('set-cookie', accountChooser.forget(url));
        return await leadToProvider(request, reply, 'login');
      }
      const identity = await provider.finish(answer, attempt);
      const problem = problemOf(identity);
      if (problem === null) return await admit(identity, request, reply);
      reply.header('set-cookie', accountChooser.write(url, 'wanted'));
      return await refuse(identity.email, problem.result, problem.text);
    } catch (error) {
      if (!(error instanceof SignInRefusedError) || error.reason === 'unavailable')
        return sendUnavailable(error, reply);
      if (isRecorded)
        logger.warn({ reason: error.reason, code: error.message }, 'The identity provider signed nobody in.');
      return await refuse(null, 'refused', refusals[error.reason]);
    }
  });

  async function leadToProvider(request: FastifyRequest, reply: FastifyReply, asks: Asks) {
    const { location, attempt } = await provider.begin(asks);
    reply.header('set-cookie', attempts.write(request.headers.cookie, attempt));
    return reply.redirect(location, 303);
  }

  /** Why the account may not enter; null: it may. */
  function problemOf({
    email,
    isVerified,
    isOfDomain,
  }: Identity): { result: SignInResult; text: string } | null {
    if (isVerified === null)
      return {
        result: 'email not verified',
        text: `The identity provider does not say whether ${email} is verified: its answer has no "email_verified". Ask whoever runs the server to set up the provider to send it. Meanwhile, ${withLink}`,
      };
    if (!isVerified)
      return {
        result: 'email not verified',
        text: `The identity provider says that ${email} is not verified. Verify it there, then sign in again.`,
      };
    if (isAllowed(email, allowed, isOfDomain)) return null;
    return {
      result: 'not on the list',
      text: isAllowed(email, allowed)
        ? `${email} is a private Google account, or of another organization than the domain of its address. Sign in with your organization’s account, or ask whoever runs the server to add the whole address to ADMIN_EMAILS.`
        : `${email} is not on the list of who may enter. Ask whoever runs the server to add it to ADMIN_EMAILS.`,
    };
  }

  async function admit({ email, name }: Identity, request: FastifyRequest, reply: FastifyReply) {
    const cookie = await sessions.start(request, { way: 'provider', id: email, name });
    logSignIn(logger, 'provider', 'signed in');
    return reply.header('set-cookie', cookie).redirect('/', 303);
  }

  /** @throws every error but those of a provider that does not answer as the one that is set */
  function sendUnavailable(error: unknown, reply: FastifyReply): FastifyReply {
    if (!(error instanceof SignInRefusedError)) throw error;
    warnOfProvider(logger, error);
    return sendNotSignedIn(reply, 503, refusals[error.reason]);
  }
}

/** What the browser shows is not the console yet. */
const sendNotSignedIn = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  sendProblemPage(reply, status, 'You are not signed in', [text], 'Back to the console');

function warnOfProvider(logger: FastifyBaseLogger, error: unknown): void {
  logger.warn(
    { err: error },
    error instanceof SignInRefusedError && error.reason === 'another issuer'
      ? 'The identity provider names another address as its own than OIDC_ISSUER. Set OIDC_ISSUER to the one that it names, to the last slash, and start the server again; with Microsoft Entra to https://login.microsoftonline.com/TENANT/v2.0, with the id of your tenant. Links work meanwhile: npm run waitlist -- sign-in'
      : 'The identity provider (OIDC_ISSUER) does not answer as one; where only a proxy leads out, name it in HTTPS_PROXY. Signing in to the console with it will be tried again; links work meanwhile: npm run waitlist -- sign-in',
  );
}
