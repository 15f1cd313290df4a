import type { SubmissionKind } from './submission.ts';

/** Functions that the backend answers, under `functionsPath`. */
export const functionNames = { waitlist: 'send-waitlist-to-slack', contact: 'send-to-slack' } as const;
export type FunctionName = (typeof functionNames)[keyof typeof functionNames];

/** The function that takes what a kind sends. */
export const functionOf = (kind: SubmissionKind): FunctionName =>
  kind === 'contact' ? functionNames.contact : functionNames.waitlist;

export const functionsPath = '/functions/v1';
export const functionPath = (name: FunctionName): string => `${functionsPath}/${name}`;

/** Public by design: it identifies the site to the backend and protects nothing. */
export const publishableKey = 'sb_publishable_entree_site_visitors_v1';

/** A UUID that a form makes for each filled form and keeps through its retries. */
export const idempotencyHeader = 'Idempotency-Key';
/** The same key in a form that the browser posts after its scripts have tried to send it. */
export const idempotencyField = 'idempotencyKey';

/** What led the visitor to the site, as a query with the parameters of `sourceParameters`. */
export const sourceHeader = 'Visit-Source';

/** `code` of an error answer; the same word stands in the `sb-error-code` header. */
export const errorCodes = {
  invalidRequest: 'INVALID_REQUEST',
  invalidJson: 'INVALID_JSON',
  noApiKey: 'UNAUTHORIZED_NO_AUTH_HEADER',
  invalidApiKey: 'INVALID_CREDENTIALS',
  forbiddenOrigin: 'FORBIDDEN_ORIGIN',
  notFound: 'NOT_FOUND',
  methodNotAllowed: 'METHOD_NOT_ALLOWED',
  payloadTooLarge: 'PAYLOAD_TOO_LARGE',
  unsupportedMediaType: 'UNSUPPORTED_MEDIA_TYPE',
  invalidFields: 'INVALID_FIELDS',
  invalidIdempotencyKey: 'INVALID_IDEMPOTENCY_KEY',
  tooManyRequests: 'TOO_MANY_REQUESTS',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL',
} as const;
export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes];

export interface ErrorAnswer {
  code: ErrorCode;
  message: string;
  /** With `INVALID_FIELDS`: what is wrong with each field, never what it held. */
  fields?: Record<string, string>;
}
