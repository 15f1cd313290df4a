import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify';
import type { AbuseCheck } from '#server/abuse/abuse-check.ts';
import type { Config } from '#server/config.ts';
import { type AnswerParts, answerInvitation, cutAnswerPath } from '#server/functions/answer-invitation.ts';
import { sendToSlack } from '#server/functions/send-to-slack.ts';
import { sendWaitlistToSlack } from '#server/functions/send-waitlist-to-slack.ts';
import type { OnAccepted } from '#server/functions/store-submission.ts';
import type { FunctionParts } from '#server/functions/submission-function.ts';
import { createAnswers, type OnRefused, refusalAnswer } from '#server/http/answers.ts';
import { takeBodies } from '#server/http/bodies.ts';
import {
  createClientErrorHandler,
  hasValidHost,
  invalidHost,
  unmetExpectation,
} from '#server/http/client-errors.ts';
import { type ServerTimeouts, serverOptions } from '#server/http/connections.ts';
import { createCors } from '#server/http/cors.ts';
import { keepConnection, refusalOf } from '#server/http/error-handler.ts';
import { healthRoutes } from '#server/http/health-routes.ts';
import type { Pages } from '#server/http/pages.ts';
import { originForm } from '#server/http/request-path.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import { createUnmatchedHandler } from '#server/http/unmatched-requests.ts';
import { anyRoute, createAnswerLog, type OnAnswered } from '#server/observability/log-answers.ts';
import { type InteractivityParts, slackInteractivity } from '#server/slack/interactivity.ts';
import type { Store } from '#server/store/store.ts';

export interface AppParts {
  config: Pick<Config, 'allowedOrigins' | 'publicKeys' | 'trustProxy'>;
  store: Store;
  check: AbuseCheck;
  pages: Pages;
  security: SecurityHeaders;
  logger: FastifyBaseLogger;
  /** null: messages in Slack have no buttons, and clicks are not taken. */
  interactivity?: Omit<InteractivityParts, 'headers' | 'logFailure'> | null;
  /** null: invitations have no pages. */
  invitations?: Omit<AnswerParts, 'answerPage' | 'cors' | 'headers' | 'logFailure'> | null;
  onAccepted: OnAccepted;
  onRefused?: OnRefused;
  onAnswered?: OnAnswered;
  timeouts?: ServerTimeouts;
}

/** Everything that is answered, in the order in which it is registered; the caller decides whether it listens. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, store, pages, security, logger } = parts;
  const { onRefused = ignore, onAnswered = ignore } = parts;
  const cors = createCors(config.allowedOrigins);
  const answers = createAnswers(security, cors, onRefused);
  const answerLog = createAnswerLog(logger, onAnswered);
  const answerUnmatched = createUnmatchedHandler({ answers, cors, security, pages });

  const app: FastifyInstance = Fastify({
    ...serverOptions(parts.timeouts),
    loggerInstance: logger,
    trustProxy: config.trustProxy,
    rewriteUrl: (request) => cutAnswerPath(originForm(request.url ?? '/')),
    frameworkErrors: (_error, request, reply) => void answerUnmatched(request, reply),
    clientErrorHandler: createClientErrorHandler(security.api, onRefused),
  });
  app.server.on('checkExpectation', (_request, response) => {
    onRefused(unmetExpectation);
    const { status, headers, body } = refusalAnswer(unmetExpectation, security.api);
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!hasValidHost(request.raw))
      return answers.refuse(request, reply.header('connection', 'close'), invalidHost);
  });
  app.addHook('onResponse', answerLog.routed);
  takeBodies(app);

  const functionParts: FunctionParts = {
    ...parts,
    publicKeys: config.publicKeys,
    answers,
    cors,
    onRefused,
    logFailure: answerLog.failure,
  };
  app.register(sendWaitlistToSlack, functionParts);
  app.register(sendToSlack, functionParts);
  if (parts.interactivity) {
    app.register(slackInteractivity, {
      ...parts.interactivity,
      headers: security.api,
      logFailure: answerLog.failure,
    });
  }
  if (parts.invitations) {
    app.register(answerInvitation, {
      ...parts.invitations,
      answerPage: pages.answerPage,
      cors,
      headers: security.asset,
      logFailure: answerLog.failure,
    });
  }
  app.register(healthRoutes, { answers, ping: () => store.ping() });
  app.get(anyRoute, answerUnmatched);
  app.setNotFoundHandler(answerUnmatched);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    keepConnection(reply);
    return answers.refuse(request, reply, refusalOf(error, request, answerLog.failure));
  });
  return app;
}

const ignore = (): void => undefined;
