import { createServer, type ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import type { Refusal } from './answers.ts';
import type { Pages } from './pages.ts';
import { hasValidHost, invalidHost, unmetExpectation } from './protocol-errors.ts';

/** How long connections may take, in milliseconds, so that slow ones do not occupy the server. */
export interface ServerTimeouts {
  /** Until the head of a request has arrived. */
  headersMs: number;
  /** Until a whole request has arrived, body included. */
  requestMs: number;
  keepAliveMs: number;
  /** Without a byte in either direction while a request is answered, as when the client does not read. */
  stalledMs: number;
  /** How often connections are checked for the first two. */
  checkEveryMs: number;
}

export const defaultTimeouts: ServerTimeouts = {
  headersMs: 10_000,
  requestMs: 20_000,
  // Longer than the 60 s after which common load balancers close an idle connection, so that they close it first.
  keepAliveMs: 65_000,
  // Longer than any answer takes that waits for the store.
  stalledMs: 30_000,
  checkEveryMs: 2_000,
};

/**
 * Makes the HTTP server, which answers pages and files of the site before Fastify's router sees them:
 * routing, hooks and request ids cost more than the answer itself (docs/decisions/0013). Everything else,
 * a path with percent-encoding included, goes to the router, whose fallback answers it from the same pages.
 * https://fastify.dev/docs/latest/Reference/Server/#serverfactory
 *
 * @param refuse answers what is no valid request, as Node by itself would, but with our headers
 * @param onAnswered after each page that was answered here
 */
export function createPageServer(options: {
  pages: Pages;
  timeouts: ServerTimeouts;
  refuse: (response: ServerResponse, refusal: Refusal) => void;
  onAnswered: (method: string, status: number, durationMs: number) => void;
}): FastifyServerFactory {
  const { pages, timeouts, refuse, onAnswered } = options;
  return (routeRequest) => {
    const serverOptions = {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      requireHostHeader: false,
    };
    const server = createServer(serverOptions, (request, response) => {
      if (!hasValidHost(request)) return refuse(response, invalidHost);
      const { method = '', url = '' } = request;
      const startedAtMs = performance.now();
      const isRead = method === 'GET' || method === 'HEAD';
      // From a stop on, the router answers, and also asks clients to close their connection.
      if (isRead && server.listening && pages.answer(withoutQuery(url), request, response)) {
        // A body that a page was sent with is discarded, not kept until the client has read the page.
        request.resume();
        response.once('finish', () =>
          onAnswered(method, response.statusCode, performance.now() - startedAtMs),
        );
        return;
      }
      routeRequest(request, response);
    });
    server.setTimeout(timeouts.stalledMs);
    server.on('checkExpectation', (_request, response) => refuse(response, unmetExpectation));
    return server;
  };
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
