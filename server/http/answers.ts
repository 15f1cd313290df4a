import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAnswer, type ErrorCode, errorStatuses } from '#contract/wire.ts';
import type { Cors } from './cors.ts';
import type { ResponseHeaders, SecurityHeaders } from './security-headers.ts';

/** An error answer; `retryAfterS` in whole seconds. */
export interface Refusal {
  code: ErrorCode;
  status?: 408 | 417 | 431;
  message: string;
  fields?: Record<string, string>;
  retryAfterS?: number;
  /** Methods that the path takes, with 405. */
  allow?: string;
}

export const refusal = (
  code: ErrorCode,
  message: string,
  more: Omit<Refusal, 'code' | 'message'> = {},
): Refusal => ({ code, message, ...more });

/** Called with each error answer of a function. */
export type OnRefused = (refusal: Refusal) => void;

export type Answers = ReturnType<typeof createAnswers>;

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Answers that other origins may read: of functions, probes and errors. */
export function createAnswers(security: SecurityHeaders, cors: Cors, onRefused: OnRefused) {
  const headers = (request: FastifyRequest): ResponseHeaders => ({
    ...security.api,
    ...cors.headers(request.headers.origin),
  });
  return {
    headers,
    ok: (request: FastifyRequest, reply: FastifyReply, body: object) =>
      reply.headers({ ...headers(request), ...json }).send(JSON.stringify(body)),
    /** `{code, message, fields?}` with the code in the `sb-error-code` header too, as the hosted platform answers. */
    refuse(request: FastifyRequest, reply: FastifyReply, refused: Refusal) {
      onRefused(refused);
      return sendRefusal(reply, refused, headers(request));
    },
  };
}

/** An error answer that is not counted, because the request is not a call of a function. */
export function sendRefusal(reply: FastifyReply, refused: Refusal, headers: ResponseHeaders): FastifyReply {
  const answer = refusalAnswer(refused, headers);
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}

/** An error answer, for a request too that does not reach the router. */
export function refusalAnswer(refused: Refusal, headers: ResponseHeaders) {
  const { code, status = errorStatuses[code], message, fields = {}, retryAfterS, allow } = refused;
  const hasFields = Object.keys(fields).length > 0;
  const answer: ErrorAnswer = { code, message, ...(hasFields && { fields }) };
  const body = JSON.stringify(answer);
  return {
    status,
    headers: {
      ...headers,
      ...json,
      'sb-error-code': code,
      ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
      ...(allow !== undefined && { allow }),
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  };
}
