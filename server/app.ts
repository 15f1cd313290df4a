import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { maxBodyBytes } from '#contract/limits.ts';
import { errorCodes, functionNames, functionPath, functionsPath, idempotencyHeader } from '#contract/wire.ts';
import { createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHash } from '#server/abuse/address-hash.ts';
import { toFastifyTrustProxy } from '#server/abuse/client-address.ts';
import { createMemoryCounters, type RateCounters } from '#server/abuse/rate-counters.ts';
import type { Config } from '#server/config.ts';
import { type AcceptParts, acceptSubmission } from '#server/functions/accept-submission.ts';
import { formMediaType, formReturnLocation, isFormPost, isOwnFormPost } from '#server/functions/form-post.ts';
import { sendToSlack } from '#server/functions/send-to-slack.ts';
import { sendWaitlistToSlack } from '#server/functions/send-waitlist-to-slack.ts';
import type { SubmissionFunction } from '#server/functions/submission-function.ts';
import { answerPagesFirst } from '#server/http/answer-pages-first.ts';
import { type Refusal, rawRefusal, sendJson, sendRefusal } from '#server/http/answers.ts';
import { refuseApiKey } from '#server/http/api-key.ts';
import { createCors } from '#server/http/cors.ts';
import type { Pages } from '#server/http/pages.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import { describeError } from '#server/observability/describe-error.ts';
import type { Store } from '#server/store/store.ts';

/** How long connections may take, in milliseconds, so that slow ones do not hold theirs. */
const defaultTimeouts = {
  /** Until the head of a request has come. */
  headersMs: 10_000,
  /** Until a whole request has come, body included. */
  requestMs: 20_000,
  /** Longer than the 60 s after which common load balancers drop an idle connection, so that they drop it first. */
  keepAliveMs: 65_000,
  /** How often connections are looked over for the first two. */
  checkEveryMs: 2_000,
};

const authPath = '/auth/v1';
/** The route of everything that is no function: pages, files and what is not there. */
const anyPath = '*';

export interface AppParts {
  config: Pick<Config, 'allowedOrigins' | 'publicKeys' | 'rateLimitPerMinute' | 'trustProxy'>;
  store: Store;
  pages: Pages;
  security: SecurityHeaders;
  logger: FastifyBaseLogger;
  /** After each commit. */
  onAccepted: AcceptParts['onAccepted'];
  /** For each answer of a function other than an acceptance. */
  onRefused?: (refusal: Refusal) => void;
  now?: () => number;
  timeouts?: typeof defaultTimeouts;
  /** After each answer; the route is its pattern, `none` for what has none. */
  onAnswered?: (route: string, status: number, durationMs: number) => void;
  /** What the limits count with; by default this process alone. */
  counters?: RateCounters;
}

/** Requests in, answers out; whoever calls it decides whether it listens. */
export function createApp(parts: AppParts): FastifyInstance {
  const { config, store, pages, security, timeouts = defaultTimeouts } = parts;
  const cors = createCors(config.allowedOrigins);
  const onRefused = parts.onRefused ?? (() => undefined);
  const acceptParts: AcceptParts = {
    store,
    onAccepted: parts.onAccepted,
    check: createAbuseCheck({
      perMinute: config.rateLimitPerMinute,
      counters: parts.counters ?? createMemoryCounters(),
      hash: createDailyHash((candidate) => store.addressKey(candidate), parts.now),
    }),
  };

  const app: FastifyInstance = Fastify({
    loggerInstance: parts.logger,
    // Its own lines carry addresses and paths; ours below do not.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: toFastifyTrustProxy(config.trustProxy),
    bodyLimit: maxBodyBytes,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
    },
    // Answered by the handlers here, so that a stop answers what is in flight.
    return503OnClosing: false,
    rewriteUrl: (request) => originForm(request.url ?? '/'),
    frameworkErrors: (_error, request, reply) => void answerRest(request, reply),
    clientErrorHandler,
  });

  const apiHeaders = (request: FastifyRequest) => ({
    ...security.api,
    ...cors.headers(request.headers.origin),
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
    onRefused(refusal);
    return sendRefusal(reply, refusal, apiHeaders(request));
  };

  app.addHook('onResponse', async (request, reply) => {
    const details = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: roundMs(reply.elapsedTime),
    };
    parts.onAnswered?.(details.route, details.status, reply.elapsedTime);
    if (request.routeOptions.url?.startsWith(functionsPath)) parts.logger.info(details, 'function called');
    else parts.logger.debug(details, 'answered');
  });

  app.get('/healthz', (_request, reply) => sendJson(reply, 200, { alive: true }, security.api));
  app.get('/readyz', async (request, reply) => {
    try {
      await store.ping();
      return sendJson(reply, 200, { ready: true }, security.api);
    } catch {
      return sendRefusal(
        reply,
        {
          status: 503,
          code: errorCodes.unavailable,
          message: 'The store does not answer.',
          retryAfterS: 5,
        },
        apiHeaders(request),
      );
    }
  });

  app.register(async (scope) => {
    for (const fn of [sendWaitlistToSlack, sendToSlack]) scope.register(functionScope(fn));
  });
  app.get(anyPath, answerRest);
  app.setNotFoundHandler(answerRest);
  app.setErrorHandler(answerError);

  const pagesFirst = answerPagesFirst(app.server, pages, (method, status, durationMs) => {
    parts.onAnswered?.(anyPath, status, durationMs);
    parts.logger.debug({ method, route: anyPath, status, ms: roundMs(durationMs) }, 'answered');
  });
  app.addHook('preClose', async () => pagesFirst.stop());
  return app;

  function functionScope(fn: SubmissionFunction) {
    return async (scope: FastifyInstance): Promise<void> => {
      scope.removeAllContentTypeParsers();
      for (const mediaType of ['application/json', formMediaType]) {
        scope.addContentTypeParser(
          mediaType,
          { parseAs: 'buffer' },
          async (_: FastifyRequest, body: Buffer) => body,
        );
      }
      const answerFormPost = (
        request: FastifyRequest,
        reply: FastifyReply,
        body: Record<string, string | boolean>,
        isSent: boolean,
      ): FastifyReply => {
        const { page, anchor } = fn.formOutcome(body, isSent);
        const location = formReturnLocation(request.headers, cors.isAllowed, page, anchor);
        return reply
          .code(303)
          .headers({ ...apiHeaders(request), location, 'cache-control': 'no-store' })
          .send('');
      };

      scope.addHook('onRequest', async (request, reply) => {
        // Node keeps a peer's address only if it was asked for while the socket was open; whoever
        // hangs up right after sending would else come from nowhere, past the limits.
        void request.ip;
        if (isFormPost(request.headers['content-type'])) {
          const { origin, host } = request.headers;
          const fetchSite = request.headers['sec-fetch-site'];
          const from = { origin, host, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined };
          if (isOwnFormPost(from, cors.isAllowed)) return;
          return refuse(request, reply, {
            status: 403,
            code: errorCodes.forbiddenOrigin,
            message: 'A form is taken only from the pages of this site.',
          });
        }
        const problem = refuseApiKey(request.headers.apikey, config.publicKeys);
        if (problem) return refuse(request, reply, { status: 401, ...problem });
        const encoding = request.headers['content-encoding'];
        if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
          return refuse(request, reply, unsupportedMediaType);
        }
      });

      scope.setErrorHandler((error: FastifyError, request, reply) => {
        if (!isFormPost(request.headers['content-type'])) return answerError(error, request, reply);
        onRefused(refusalOf(error) ?? internalRefusal);
        logUnexpected(error, request);
        reply.removeHeader('connection');
        return answerFormPost(request, reply, {}, false);
      });

      scope.post(functionPath(fn.name), async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : null;
        if (bytes === null) return refuse(request, reply, unsupportedMediaType);
        const isForm = isFormPost(request.headers['content-type']);
        const formBody = isForm ? fn.bodyFromForm(new URLSearchParams(bytes.toString('utf8'))) : null;
        const body = formBody ?? parseJson(bytes);
        if (body === undefined) {
          return refuse(request, reply, {
            status: 400,
            code: errorCodes.invalidJson,
            message: 'The body is not valid JSON in UTF-8.',
          });
        }

        const outcome = await acceptSubmission(acceptParts, {
          parsed: fn.parse(body),
          idempotencyKey: request.headers[idempotencyHeader.toLowerCase()],
          address: request.ip,
          log: request.log,
        });
        if (outcome.accepted === null) {
          if (formBody === null) return refuse(request, reply, outcome.refusal);
          onRefused(outcome.refusal);
          return answerFormPost(request, reply, formBody, false);
        }
        if (formBody !== null) return answerFormPost(request, reply, formBody, true);
        return sendJson(reply, 200, { success: true, id: outcome.accepted.id }, apiHeaders(request));
      });
    };
  }

  /** Everything but a call of a function: preflights, unknown functions, wrong methods, pages, the 404 page. */
  function answerRest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const pathname = decodePath(request.url);
    const isFunction = isUnder(functionsPath, pathname ?? request.url);
    if (isFunction || isUnder(authPath, pathname ?? request.url)) {
      if (request.method === 'OPTIONS') {
        return reply
          .code(204)
          .headers({ ...security.api, ...cors.preflightHeaders(request.headers.origin) })
          .send();
      }
      const isKnown = Object.values(functionNames).some((name) => pathname === functionPath(name));
      if (isKnown && request.method !== 'POST') {
        return refuse(request, reply, {
          status: 405,
          code: errorCodes.methodNotAllowed,
          message: 'This function takes POST.',
          allow: 'POST, OPTIONS',
        });
      }
      return refuse(request, reply, {
        status: 404,
        code: errorCodes.notFound,
        message: isFunction ? 'Requested function was not found' : 'This site has no accounts.',
      });
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (pathname !== null && !isRead && (pages.has(pathname) || isProbe(pathname))) {
      return sendRefusal(
        reply,
        {
          status: 405,
          code: errorCodes.methodNotAllowed,
          message: 'This path takes GET and HEAD.',
          allow: 'GET, HEAD',
        },
        security.api,
      );
    }
    reply.hijack();
    if (pathname === null || !pages.answer(pathname, request.raw, reply.raw)) {
      pages.answerNotFound(request.raw, reply.raw);
    }
    return reply;
  }

  function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    logUnexpected(error, request);
    // Fastify closes the connection after a body that it did not read to its end; a client that is
    // still sending would then see a reset instead of the answer. Node reads the rest away.
    reply.removeHeader('connection');
    return refuse(request, reply, refusalOf(error) ?? internalRefusal);
  }

  function logUnexpected(error: FastifyError, request: FastifyRequest): void {
    if (refusalOf(error) !== null) return;
    // Messages and properties of an error may quote what was sent; its kind and place do not.
    const { type, code, stack } = describeError(error);
    parts.logger.error({ reqId: request.id, failure: { type, code, stack } }, 'request failed');
  }

  /** A request that never became one: broken syntax, too large a head, too slow. */
  function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // With an answer already under way on this connection another would corrupt it.
    if (hasAnswerUnderWay(socket)) {
      socket.destroy();
      return;
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const refusal: Refusal = {
      status,
      code: errorCodes.invalidRequest,
      message: {
        400: 'The request is not valid HTTP.',
        408: 'The request took too long to arrive.',
        431: 'The headers of the request are too large.',
      }[status],
    };
    onRefused(refusal);
    socket.end(rawRefusal(refusal, STATUS_CODES[status] ?? '', security.api));
  }
}

const internalRefusal: Refusal = {
  status: 500,
  code: errorCodes.internal,
  message: 'Something went wrong on our side.',
};

const unsupportedMediaType: Refusal = {
  status: 415,
  code: errorCodes.unsupportedMediaType,
  message: 'The body must be application/json in UTF-8, without a content encoding.',
};

/** What a client did wrong, as far as Fastify found it; null when the mistake is ours. */
function refusalOf(error: FastifyError): Refusal | null {
  const status = error.statusCode ?? 500;
  if (status === 413) {
    return {
      status,
      code: errorCodes.payloadTooLarge,
      message: `The body may have at most ${maxBodyBytes} bytes.`,
    };
  }
  if (status === 415) return unsupportedMediaType;
  if (status < 400 || status >= 500) return null;
  return { status: 400, code: errorCodes.invalidRequest, message: 'The request is not valid.' };
}

/** A proxy's form of a request target (`GET http://host/path`) means the same as the path alone. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const absolute = URL.parse(url);
  return absolute ? `${absolute.pathname}${absolute.search}` : `/${url}`;
}

/** Path without its query, percent-decoded; null when it cannot be decoded. */
function decodePath(url: string): string | null {
  const end = url.search(/[?#]/);
  const raw = end === -1 ? url : url.slice(0, end);
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

const roundMs = (ms: number): number => Math.round(ms * 10) / 10;

const isUnder = (prefix: string, pathname: string): boolean =>
  pathname === prefix || pathname.startsWith(`${prefix}/`);

const isProbe = (pathname: string): boolean => pathname === '/healthz' || pathname === '/readyz';

/** `undefined`: not JSON, or not UTF-8. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Node keeps the answer that a socket is busy with where its own client-error handling looks for it, too. */
function hasAnswerUnderWay(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}
