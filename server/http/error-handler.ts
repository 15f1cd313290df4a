import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { fieldTable } from '#contract/fields.ts';
import { maxBodyBytes } from '#contract/limits.ts';
import { type Refusal, refusal } from './answers.ts';
import { BodyError } from './bodies.ts';

export const unsupportedMediaType = refusal(
  'UNSUPPORTED_MEDIA_TYPE',
  'The body must be application/json in UTF-8, without a content encoding.',
);

const tooLong = refusal(
  'PAYLOAD_TOO_LARGE',
  `What was sent is longer than ${maxBodyBytes / 1024} KiB. A text may have at most ${fieldTable.message.maxCharacters.toLocaleString('en')} characters.`,
);
const tooMuchAtOnce = refusal('UNAVAILABLE', 'Too much is being sent at once. Try again soon.', {
  retryAfterS: 5,
});

/** Logs an error that is a bug of this program. */
export type LogFailure = (error: unknown, request: FastifyRequest) => void;

/** The refusal for an invalid request that Fastify found; for any other error a plain 500, and the error is logged. */
export function refusalOf(error: FastifyError, request: FastifyRequest, logFailure: LogFailure): Refusal {
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLong;
  if (status === 415) return unsupportedMediaType;
  if (error instanceof BodyError && status === 503) return tooMuchAtOnce;
  if (status >= 400 && status < 500) return refusal('INVALID_REQUEST', 'The request is not valid.');
  logFailure(error, request);
  return refusal('INTERNAL', 'Something went wrong on our side.');
}

/**
 * Fastify closes the connection after a body that was not read to its end, and a client that is still sending would
 * see a reset instead of the answer. So Node reads and discards the rest.
 */
export function keepConnection(reply: FastifyReply): void {
  reply.removeHeader('connection');
}
