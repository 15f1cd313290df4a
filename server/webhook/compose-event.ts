import { randomUUID } from 'node:crypto';
import type { JobOf } from '#server/store/job.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';

const maxBodyBytes = 64 * 1_024;
/** Of a field, where all of them would not fit. */
const maxCutLength = 4_096;

export interface ComposedEvent {
  /** The same in each attempt. */
  id: string;
  /** JSON of at most 64 KiB. */
  body: string;
}

/** Shows that something arrives; is about nobody. */
export const composeTestEvent = (now: Date): ComposedEvent => ({
  id: randomUUID(),
  body: JSON.stringify({ type: 'test', timestamp: now.toISOString(), data: {} }),
});

export function composeEvent(job: JobOf<'submission' | 'event'>): ComposedEvent {
  const { id } = job;
  if (job.kind === 'submission') {
    const { submission } = job;
    const type = submission.kind === 'contact' ? 'contact.received' : 'application.received';
    return { id, body: composeBody(type, submission.receivedAtMs, {}, submission) };
  }
  const { type, ...about } = job.event;
  if (!('decision' in about)) return { id, body: composeBody(type, job.queuedAtMs, about) };
  const { id: decision, from: before, to: after, actor, wave } = about.decision;
  const data = { decision, before, after, by: actor.name, way: actor.way, wave };
  return { id, body: composeBody(type, job.queuedAtMs, data, about.submission) };
}

/** Long texts of the submission are cut where the whole would be too large. */
function composeBody(type: string, atMs: number, about: object, submission?: StoredSubmission): string {
  for (let maxLength = Number.POSITIVE_INFINITY; ; maxLength = Math.min(maxCutLength, maxLength / 2)) {
    const shown = submission && { submission: showSubmission(submission, maxLength) };
    const data = { ...about, ...shown, ...(maxLength < Number.POSITIVE_INFINITY && { truncated: true }) };
    const body = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data });
    if (submission === undefined || Buffer.byteLength(body) <= maxBodyBytes) return body;
  }
}

const showSubmission = (
  { id, sequence, kind, fields, receivedAtMs }: StoredSubmission,
  maxLength: number,
) => ({
  id,
  number: sequence,
  kind,
  receivedAt: new Date(receivedAtMs).toISOString(),
  fields: Object.fromEntries(
    Object.entries<string>(fields).map(([name, text]) => [name, text.slice(0, maxLength).toWellFormed()]),
  ),
});
