import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerSignInPath, signInAgainFragment } from '#contract/console-calls.ts';
import type { SignInResult } from '#server/store/sign-in.ts';
import { isAllowed } from './allowed-people.ts';
import { createAttemptCookies } from './attempt-cookies.ts';
import { type CallParts, logSignIn } from './call-routes.ts';
import type { ProviderSettings } from './console-settings.ts';
import { sendProblemPage } from './problem-page.ts';
import {
  callbackPath,
  type Identity,
  type Provider,
  ProviderUnavailableError,
  type RefusalReason,
  SignInRefusedError,
} from './provider.ts';

export interface ProviderParts
  extends Pick<CallParts, 'sessions' | 'limit' | 'store' | 'logger'>,
    ProviderSettings {
  provider: Provider;
}

const withLink = 'sign in with a link from the server: npm run waitlist -- sign-in';

const refusals: Readonly<Record<RefusalReason, string>> = {
  denied:
    'The sign-in was denied at the identity provider, by you or by its rules. Begin it again to allow it.',
  'wrong client secret': `The identity provider does not accept the console's own password. Who runs the server corrects OIDC_CLIENT_SECRET, and OIDC_CLIENT_ID if it is of another client. Meanwhile, ${withLink}`,
  'unknown client': `The identity provider does not know the console, or does not let it sign people in. Who runs the server corrects OIDC_CLIENT_ID, or the client at the provider. Meanwhile, ${withLink}`,
  clock:
    'The time in the identity provider’s answer does not fit this server’s clock. Who runs the server compares the clock with the real time (timedatectl), and corrects it.',
  'code not valid':
    'The identity provider says that its answer was used already, or is too old. Begin the sign-in again.',
  'no email':
    'The identity provider sent no email address of your account. Who runs the server lets the client see it there: the scope "email".',
  'not valid':
    'The identity provider’s answer is not a valid one to this sign-in. Begin it again; if that does not help, the server’s log has the code of what is wrong.',
};

/** The routes to the identity provider and back. Nothing that was sent decides where the browser goes next. */
export async function providerRoutes(app: FastifyInstance, parts: ProviderParts): Promise<void> {
  const { provider, sessions, url, allowed, logger } = parts;
  const attempts = createAttemptCookies(url, parts.clientSecret);

  app.get(providerSignInPath, async (request, reply) => {
    if (request.consoleOrigin !== url) return reply.redirect(`${url}/`, 303);
    // Another site may lead to the console, and may not begin a sign-in.
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || site === 'same-site') return reply.redirect('/', 303);
    if ((await sessions.read(request)) !== null) return reply.redirect('/', 303);
    try {
      const { location, attempt } = await provider.begin();
      reply.header('set-cookie', attempts.write(request.headers.cookie, attempt));
      return reply.redirect(location, 303);
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
    const { retryAfterS, isRecorded } = await parts.limit.count(request.ip);
    if (retryAfterS !== null) {
      reply.header('retry-after', String(retryAfterS));
      return sendProblemPage(
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
      return sendProblemPage(reply, 403, text);
    };
    try {
      const identity = await provider.finish(answer, attempt);
      const problem = problemOf(identity);
      return problem === null
        ? await admit(identity, request, reply)
        : await refuse(identity.email, problem.result, problem.text);
    } catch (error) {
      if (!(error instanceof SignInRefusedError)) return sendUnavailable(error, reply);
      if (isRecorded)
        logger.warn({ reason: error.reason, code: error.message }, 'The identity provider signed nobody in.');
      return await refuse(null, 'refused', refusals[error.reason]);
    }
  });

  /** Why the account may not enter; null: it may. */
  function problemOf({
    email,
    isVerified,
    isOfDomain,
  }: Identity): { result: SignInResult; text: string } | null {
    if (isVerified === null)
      return {
        result: 'email not verified',
        text: `The identity provider does not say whether ${email} is verified: its answer has no "email_verified". Who runs the server sets up the provider to send it. Meanwhile, ${withLink}`,
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
        ? `${email} is a private Google account, or of another organization than the domain of its address. Sign in with your organization’s account, or let who runs the server add the whole address to ADMIN_EMAILS.`
        : `${email} is not on the list of who may enter. Who runs the server can add it to ADMIN_EMAILS.`,
    };
  }

  async function admit({ email, name }: Identity, request: FastifyRequest, reply: FastifyReply) {
    const cookie = await sessions.start(request, { way: 'provider', id: email, name });
    logSignIn(logger, 'provider', 'signed in');
    return reply.header('set-cookie', cookie).redirect('/', 303);
  }

  /** @throws every error but `ProviderUnavailableError` */
  function sendUnavailable(error: unknown, reply: FastifyReply): FastifyReply {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    warnOfProvider(logger, error);
    return sendProblemPage(
      reply,
      503,
      `The identity provider does not answer. Try again in a minute, or ${withLink}`,
    );
  }
}

export function warnOfProvider(logger: FastifyBaseLogger, error: unknown): void {
  logger.warn(
    { err: error },
    'The identity provider (OIDC_ISSUER) does not answer as one; where only a proxy leads out, name it in HTTPS_PROXY. Signing in to the console with it will be tried again; links work meanwhile: npm run waitlist -- sign-in',
  );
}
