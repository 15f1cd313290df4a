import { randomUUID } from 'node:crypto';
import type { JobOf } from '#server/store/job.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';

export const maxBodyBytes = 64 * 1_024;
/** A field is cut to this length where all fields would not fit. */
const maxCutLength = 4_096;

export interface ComposedEvent {
  /** The same in each attempt. */
  id: string;
  /** JSON. */
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
  const { event } = job;
  const submission = 'submission' in event ? event.submission : undefined;
  return { id, body: composeBody(event.type, job.queuedAtMs, showEvent(event), submission) };
}

/** What is posted of an event beside its submission: only what is named here. */
function showEvent(event: JobOf<'event'>['event']): object {
  switch (event.type) {
    case 'applicant.decided':
    case 'applicant.told': {
      const { id, from, to, actor, wave } = event.decision;
      return { decision: id, before: from, after: to, by: actor.name, way: actor.way, wave };
    }
    case 'applicant.answered': {
      const { decisionId, answer, sentence, answeredAtMs } = event.answer;
      return { decision: decisionId, answer, sentence, answeredAt: new Date(answeredAtMs).toISOString() };
    }
    case 'person.erased':
      return { ids: event.ids, emailSha256: event.emailSha256 };
  }
}

/** Long texts of the submission are cut where the whole would be too large. */
function composeBody(type: string, atMs: number, about: object, submission?: StoredSubmission): string {
  for (let maxLength = Number.POSITIVE_INFINITY; ; maxLength = Math.min(maxCutLength, maxLength / 2)) {
    const shown = submission && { submission: showSubmission(submission, maxLength) };
    const data = { ...about, ...shown, ...(maxLength < Number.POSITIVE_INFINITY && { truncated: true }) };
    const body = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data });
    const isCut = submission === undefined || maxLength < 1;
    if (isCut || Buffer.byteLength(body) <= maxBodyBytes) return body;
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
