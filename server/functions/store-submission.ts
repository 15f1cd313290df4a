import { createHash, randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ParsedSubmission } from '#contract/submission-schema.ts';
import type { VisitSource } from '#contract/visit-source.ts';
import type { Verdict } from '#server/abuse/abuse-check.ts';
import { type Refusal, refusal } from '#server/http/answers.ts';
import type { LogFailure } from '#server/http/error-handler.ts';
import { StoreBusyError, StoreUnavailableError } from '#server/store/errors.ts';
import type { Accepted } from '#server/store/queries/accept-batch.ts';
import type { Store } from '#server/store/store.ts';
import type { NewSubmission } from '#server/store/stored-submission.ts';

/** Called after the commit, so that the delivery looks for work and the metrics count. */
export type OnAccepted = (submission: NewSubmission, accepted: Accepted) => void;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A full queue empties within about this time; a store that does not answer takes longer. */
const busyRetryAfterS = 1;
const unavailableRetryAfterS = 5;

export const isIdempotencyKey = (header: string | string[]): header is string =>
  typeof header === 'string' && uuid.test(header);

/** Resolves once the submission is committed, or to why it is not. Throws only for bugs. */
export async function storeSubmission(
  parts: { store: Store; onAccepted: OnAccepted; logFailure: LogFailure },
  incoming: {
    submission: ParsedSubmission;
    idempotencyKey: string | undefined;
    verdict: Verdict;
    visitSource: VisitSource;
    request: FastifyRequest;
  },
): Promise<{ refusal: null; id: string } | { refusal: Refusal }> {
  const { verdict, idempotencyKey, request } = incoming;
  const { honeypotFilled, ...sent } = incoming.submission;
  const submission: NewSubmission = {
    id: randomUUIDv7(),
    ...sent,
    ...incoming.visitSource,
    idempotencyKey:
      idempotencyKey === undefined ? null : bindToContent(idempotencyKey, sent.fields, honeypotFilled),
    addressHash: verdict.addressHash,
    quarantineReason: verdict.quarantineReason,
  };

  let accepted: Accepted;
  try {
    accepted = await parts.store.accept(submission);
  } catch (error) {
    const refused = refusalOfStore(error, request);
    // While the store takes nothing, who tries again is no sender of too much. A row that it refuses counts.
    verdict.uncount();
    return { refusal: refused };
  }
  if (accepted.replayed) verdict.uncount();
  try {
    parts.onAccepted(submission, accepted);
  } catch (error) {
    // It is stored; an error answer would make the visitor send it again.
    parts.logFailure(error, request);
  }
  return { refusal: null, id: accepted.id };
}

/** @throws what is no error of the store */
function refusalOfStore(error: unknown, request: FastifyRequest): Refusal {
  const isBusy = error instanceof StoreBusyError;
  if (!isBusy && !(error instanceof StoreUnavailableError)) throw error;
  // The cause may quote the refused row; the store's own message never does.
  request.log.error(
    { errorType: error.name, reason: error.message, causeCode: causeCode(error) },
    'the store did not take a submission',
  );
  const retryAfterS = isBusy ? busyRetryAfterS : unavailableRetryAfterS;
  return refusal('UNAVAILABLE', 'The submission could not be stored. Try again soon.', { retryAfterS });
}

/**
 * The stored key is derived from the sent key and the content. A caller who sends another person's key, or the
 * same key with changed content, makes a new submission and learns nothing about the first. The honeypot is content:
 * what is sent again without it is not quarantined with the first.
 */
function bindToContent(
  idempotencyKey: string,
  fields: ParsedSubmission['fields'],
  honeypotFilled: boolean,
): string {
  const content = `${JSON.stringify(Object.entries(fields).sort())}${honeypotFilled ? ' honeypot' : ''}`;
  return createHash('sha256').update(`${idempotencyKey.toLowerCase()} ${content}`).digest('base64url');
}

function causeCode(error: Error): string | undefined {
  const cause = error.cause;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
