import { createHash, randomUUIDv7 } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ParsedSubmission, ParseResult } from '#contract/submission-schema.ts';
import { errorCodes } from '#contract/wire.ts';
import type { AbuseCheck } from '#server/abuse/abuse-check.ts';
import type { Refusal } from '#server/http/answers.ts';
import { StoreBusyError, StoreUnavailableError } from '#server/store/errors.ts';
import type { Accepted, NewSubmission, Store } from '#server/store/store.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A queue that is full empties within about this time; a store that is gone takes longer. */
const busyRetryAfterS = 1;
const unavailableRetryAfterS = 5;

export interface AcceptParts {
  store: Store;
  check: AbuseCheck;
  /** After the commit: the delivery may look, the metrics may count. */
  onAccepted: (submission: NewSubmission, accepted: Accepted) => void;
}

export interface Incoming {
  parsed: ParseResult;
  /** Value of the `Idempotency-Key` header. */
  idempotencyKey: string | string[] | undefined;
  /** The sender's address, as far as it can be believed. */
  address: string | undefined;
  log: FastifyBaseLogger;
}

export type Outcome =
  | { accepted: Accepted; submission: ParsedSubmission }
  | { accepted: null; refusal: Refusal };

/** What both functions do with a parsed body: decide, store. Throws only for bugs. */
export async function acceptSubmission(parts: AcceptParts, incoming: Incoming): Promise<Outcome> {
  const { parsed, idempotencyKey, address, log } = incoming;
  if (!parsed.ok) {
    return refuse({
      status: 422,
      code: errorCodes.invalidFields,
      message: parsed.message,
      fields: parsed.fields,
    });
  }
  if (idempotencyKey !== undefined && !(typeof idempotencyKey === 'string' && uuid.test(idempotencyKey))) {
    return refuse({
      status: 400,
      code: errorCodes.invalidIdempotencyKey,
      message: 'The Idempotency-Key header must be a UUID.',
    });
  }

  const { kind, fields, trapped } = parsed.submission;
  const { addressHash, retryAfterS, quarantineReason } = await parts.check({
    address,
    kind,
    email: fields['email'] ?? '',
    trapped,
  });
  if (retryAfterS !== null) {
    return refuse({
      status: 429,
      code: errorCodes.tooManyRequests,
      message: `Too many submissions came from this address. Try again in ${retryAfterS} s.`,
      retryAfterS,
    });
  }

  const submission: NewSubmission = {
    id: randomUUIDv7(),
    kind,
    fields,
    idempotencyKey: idempotencyKey === undefined ? null : bindKey(idempotencyKey, fields),
    addressHash,
    quarantineReason,
  };
  try {
    const accepted = await parts.store.accept(submission);
    parts.onAccepted(submission, accepted);
    return { accepted, submission: parsed.submission };
  } catch (error) {
    const isBusy = error instanceof StoreBusyError;
    if (!isBusy && !(error instanceof StoreUnavailableError)) throw error;
    // The cause may quote the row that failed; the store's own words never do.
    log.error(
      { errorType: error.name, reason: error.message, causeCode: causeCode(error) },
      'the store did not take a submission',
    );
    return refuse({
      status: 503,
      code: errorCodes.unavailable,
      message: 'The submission could not be stored. Try again soon.',
      retryAfterS: isBusy ? busyRetryAfterS : unavailableRetryAfterS,
    });
  }
}

/**
 * The key that is stored stands for this very content. Whoever sends another's key, or the same key
 * after a change, has a submission of their own, and hears nothing of the first.
 */
function bindKey(idempotencyKey: string, fields: ParsedSubmission['fields']): string {
  const content = JSON.stringify(Object.entries(fields).sort());
  return createHash('sha256').update(`${idempotencyKey.toLowerCase()} ${content}`).digest('base64url');
}

function refuse(refusal: Refusal): Outcome {
  return { accepted: null, refusal };
}

function causeCode(error: Error): string | undefined {
  const cause = error.cause;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
