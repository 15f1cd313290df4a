import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';

/** How long connections may take, in milliseconds, so that slow ones do not occupy the server. */
export const defaultTimeouts = {
  /** Until the head of a request has arrived. */
  headersMs: 10_000,
  /** Until a whole request has arrived, body included. */
  requestMs: 20_000,
  /**
   * Longer than proxies keep an idle connection (nginx and common load balancers 60 s, Caddy two minutes), so that they
   * close it first: what a proxy sends just when the server closes is answered with 502.
   */
  keepAliveMs: 130_000,
  /**
   * Without a byte in either direction while a request is answered, as when the client does not read. Longer than an
   * answer that waits for the store can take.
   */
  stalledMs: 30_000,
  /** How often connections are checked for the first two timeouts. */
  checkEveryMs: 2_000,
};
export type ServerTimeouts = typeof defaultTimeouts;

/** Asked so often, this many bytes of a body that is still under way must have come. */
export interface BodyRate {
  everyMs: number;
  minBytes: number;
}

/** Ends requests whose bodies arrive more slowly, with 408. */
export function requireBodyRate(app: FastifyInstance, { everyMs, minBytes }: BodyRate): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      const isTooSlow = socket.bytesRead - before < minBytes;
      before = socket.bytesRead;
      // As Node does when its own limit is reached.
      if (isTooSlow) app.server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    }, everyMs).unref();
    raw.once('close', () => clearInterval(timer));
    done();
  });
}

/** What the site's server and the console's have in common. */
export function serverOptions(timeouts = defaultTimeouts) {
  return {
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // A request without a valid Host gets an answer with our headers.
      requireHostHeader: false,
    },
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionTimeout: timeouts.stalledMs,
    // Fastify's own log lines carry addresses and paths; those of `answerLog` do not.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // During a stop, requests that were already sent still get their answer.
    return503OnClosing: false,
  } satisfies FastifyServerOptions & { http: object };
}

/** At a stop a call in flight has this long to finish; storing takes milliseconds. */
const callGraceMs = 4_000;

/**
 * Idle keep-alive connections end at once and calls in flight get their answer; a connection that has sent half
 * a request is closed after `callGraceMs`.
 */
export async function closeInTime(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), callGraceMs);
  await app.close();
  clearTimeout(timer);
}
