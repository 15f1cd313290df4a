import type { FastifyReply } from 'fastify';
import type { ErrorAnswer, ErrorCode } from '#contract/wire.ts';
import type { ResponseHeaders } from './security-headers.ts';

/** A refusal as a function answers it; `retryAfterS` in whole seconds. */
export interface Refusal {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 422 | 429 | 431 | 500 | 503;
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  retryAfterS?: number;
  /** Methods that the path takes, with 405. */
  allow?: string;
}

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function sendJson(
  reply: FastifyReply,
  status: number,
  body: object,
  headers: ResponseHeaders,
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, ...json })
    .send(JSON.stringify(body));
}

/** `{code, message, fields?}` with the code in the `sb-error-code` header too, as the hosted platform answers. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, headers: ResponseHeaders): FastifyReply {
  return sendJson(reply, refusal.status, refusalBody(refusal), {
    ...headers,
    'sb-error-code': refusal.code,
    ...(refusal.retryAfterS === undefined ? {} : { 'retry-after': String(refusal.retryAfterS) }),
    ...(refusal.allow === undefined ? {} : { allow: refusal.allow }),
  });
}

function refusalBody({ code, message, fields }: Refusal): ErrorAnswer {
  return fields && Object.keys(fields).length > 0 ? { code, message, fields } : { code, message };
}

/** The bytes of a refusal for a connection whose request never became one: Node hands over only the socket. */
export function rawRefusal(refusal: Refusal, reason: string, headers: ResponseHeaders): string {
  const body = JSON.stringify(refusalBody(refusal));
  const lines = Object.entries({
    ...headers,
    ...json,
    'sb-error-code': refusal.code,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${refusal.status} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
