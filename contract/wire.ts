import type { SubmissionKind } from './submission.ts';

/** Functions that the backend answers, under `functionsPath`. */
export const functionNames = { waitlist: 'send-waitlist-to-slack', contact: 'send-to-slack' } as const;
export type FunctionName = (typeof functionNames)[keyof typeof functionNames];

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

/** The codes of error answers, each with its usual status; the same word stands in the `sb-error-code` header. */
export const errorStatuses = {
  INVALID_REQUEST: 400,
  INVALID_JSON: 400,
  UNAUTHORIZED_NO_AUTH_HEADER: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN_ORIGIN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_FIELDS: 422,
  INVALID_IDEMPOTENCY_KEY: 400,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const;
export type ErrorCode = keyof typeof errorStatuses;

export interface ErrorAnswer {
  code: ErrorCode;
  message: string;
  /** With the code `INVALID_FIELDS`: what is wrong with each field, never what it held. */
  fields?: Record<string, string>;
}
