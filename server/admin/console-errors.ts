import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleError, consoleErrors } from '#contract/console-calls.ts';
import { BodyError } from '#server/http/bodies.ts';
import { keepConnection } from '#server/http/error-handler.ts';
import { CallError } from '#server/operator/call.ts';
import { StoreBusyError, StoreUnavailableError } from '#server/store/errors.ts';

export function refuseCall(
  reply: FastifyReply,
  error: ConsoleError,
  status: number = consoleErrors[error.code],
): FastifyReply {
  keepConnection(reply);
  return reply.code(status).send(error);
}

/** Answers what was thrown while a call was handled. */
export function createConsoleErrorHandler(logFailure: (error: unknown, request: FastifyRequest) => void) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof CallError)
      return refuseCall(reply, { code: error.code, message: error.message }, error.status);
    const status = error.statusCode ?? 500;
    const isBusy = error instanceof BodyError && status === 503;
    if (isBusy || error instanceof StoreUnavailableError || error instanceof StoreBusyError) {
      reply.header('retry-after', '5');
      const what = isBusy ? 'The server is busy.' : 'The store does not answer.';
      return refuseCall(reply, { code: 'UNAVAILABLE', message: `${what} Try again.` });
    }
    if (status >= 400 && status < 500)
      return refuseCall(
        reply,
        { code: 'INVALID_REQUEST', message: 'The request is not a call of the console.' },
        status,
      );
    logFailure(error, request);
    return refuseCall(reply, { code: 'INTERNAL', message: 'Something went wrong on the server.' });
  };
}
