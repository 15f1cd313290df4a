import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { functionsPath } from '#contract/wire.ts';
import { describeError } from './describe-error.ts';

/** Called after each answer; the route is its pattern, `none` without one. */
export type OnAnswered = (route: string, status: number, durationMs: number) => void;

/** The route of pages, files and everything without a route of its own. */
export const anyRoute = '*';

/** Log lines of answers and failures; none carries a path, an address or anything that was sent. */
export function createAnswerLog(logger: FastifyBaseLogger, onAnswered: OnAnswered) {
  return {
    /** For Fastify's `onResponse`. */
    async routed(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const route = request.routeOptions.url ?? 'none';
      const { statusCode: status, elapsedTime } = reply;
      onAnswered(route, status, elapsedTime);
      const details = { reqId: request.id, method: request.method, route, status, ms: roundMs(elapsedTime) };
      if (route.startsWith(functionsPath)) logger.info(details, 'function called');
      else logger.debug(details, 'answered');
    },
    /** A bug of this program. The error's message and properties may quote what was sent; its type, code and stack do not. */
    failure(error: unknown, request: FastifyRequest): void {
      const { type, code, stack } = describeError(error);
      logger.error({ reqId: request.id, failure: { type, code, stack } }, 'request failed');
    },
  };
}

const roundMs = (ms: number): number => Math.round(ms * 10) / 10;
