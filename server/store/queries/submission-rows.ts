import { channelsOf } from '#contract/channels.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { NewSubmission } from '#server/store/store.ts';

/** A submission's row, without the sequence and the time, which the engine adds. */
export function submissionRow(submission: NewSubmission) {
  return {
    id: submission.id,
    kind: submission.kind,
    fields: JSON.stringify(submission.fields),
    email_key: emailKey(submission.fields.email),
    idempotency_key: submission.idempotencyKey,
    address_hash: submission.addressHash,
    quarantine_reason: submission.quarantineReason,
    state: submission.quarantineReason === null ? ('accepted' as const) : ('quarantined' as const),
  };
}

/** Where it is sent; what is quarantined, nowhere. */
export const channelsToSend = ({ kind, quarantineReason }: NewSubmission) =>
  quarantineReason === null ? channelsOf(kind) : [];
