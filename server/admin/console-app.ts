import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import type { ProviderSettings } from '#server/config.ts';
import { takeBodies } from '#server/http/bodies.ts';
import { createClientErrorHandler } from '#server/http/client-errors.ts';
import { defaultTimeouts, requireBodyRate, serverOptions } from '#server/http/connections.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import { sendFile } from '#server/http/send-file.ts';
import { createAnswerLog, type OnAnswered } from '#server/observability/log-answers.ts';
import type { ConsolePerson } from '#server/store/sign-in.ts';
import { type CallParts, callRoutes } from './call-routes.ts';
import { createConsoleErrorHandler, refuseCall } from './console-errors.ts';
import type { ConsoleFiles } from './console-files.ts';
import type { Provider } from './provider.ts';
import { providerRoutes } from './provider-routes.ts';
import { createRequestCheck } from './request-check.ts';
import { createSessions } from './sessions.ts';
import { createSignInLimit } from './sign-in-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin that the browser sent it to: one of the console's own. */
    consoleOrigin: string;
    /** Who is signed in; there in every call but those to sign in and out. */
    consolePerson?: ConsolePerson;
  }
}

export interface ConsoleAppParts extends Omit<CallParts, 'sessions' | 'limit' | 'hasProvider'> {
  /** null: people sign in with links only. */
  provider: (ProviderSettings & { provider: Provider }) | null;
  files: ConsoleFiles;
  security: SecurityHeaders;
  origins(): readonly string[];
  trustProxy: TrustProxy;
  onAnswered: OnAnswered;
  limits?: typeof consoleLimits;
}

/** A sheet of 4 MiB may take two minutes, if it keeps arriving: a quarter of a Mbit/s. */
export const consoleLimits = {
  timeouts: { ...defaultTimeouts, requestMs: 150_000 },
  bodyRate: { everyMs: 20_000, minBytes: 20 * 32 * 1024 },
};

const invalidPath = { code: 'INVALID_REQUEST', message: 'This is not a valid path.' } as const;

/** The console: its pages, its calls, and nothing of the site; the caller decides whether it listens. */
export function createConsoleApp(parts: ConsoleAppParts): FastifyInstance {
  const { files, security, logger, provider, store, limits = consoleLimits } = parts;
  const answerLog = createAnswerLog(logger, parts.onAnswered);
  const check = createRequestCheck(parts.origins);

  const app: FastifyInstance = Fastify({
    ...serverOptions(limits.timeouts),
    loggerInstance: logger,
    trustProxy: parts.trustProxy,
    frameworkErrors: (_error, _request, reply) =>
      void refuseCall(reply.headers(security.api) as FastifyReply, invalidPath, 400),
    clientErrorHandler: createClientErrorHandler(security.api, () => undefined),
  });
  requireBodyRate(app, limits.bodyRate);
  app.decorateRequest('consoleOrigin', '');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(security.api);
    const checked = check(request.raw);
    if ('refusal' in checked) return refuseCall(reply, { code: 'FORBIDDEN', message: checked.refusal });
    request.consoleOrigin = checked.origin;
  });
  app.addHook('onResponse', answerLog.routed);
  takeBodies(app);
  app.setErrorHandler(createConsoleErrorHandler(answerLog.failure));

  const limit = createSignInLimit();
  app.addHook('onClose', () => limit.close());
  const signingIn = { store, logger, limit, sessions: createSessions(store, provider?.allowed ?? []) };
  app.register(callRoutes, { ...parts, ...signingIn, hasProvider: provider !== null });
  if (provider !== null) app.register(providerRoutes, { ...provider, ...signingIn });
  for (const [path, file] of files) {
    app.get(path, (request, reply) => {
      reply.hijack();
      sendFile(file, request.raw, reply.raw);
    });
  }
  app.setNotFoundHandler((_request, reply) =>
    refuseCall(reply, { code: 'NOT_FOUND', message: 'There is nothing at this address.' }),
  );
  return app;
}
