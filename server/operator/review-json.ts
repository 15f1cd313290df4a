import type { Decision, Letter, Note, Review, ReviewHistory } from '#server/store/review.ts';

/** The review state of an applicant, in all JSON that is printed. */
export function reviewToJson({ state, version, last, letter }: Review) {
  return {
    state,
    version,
    decided: last === null ? null : decisionToJson(last),
    letter: letter === null ? null : letterToJson(letter),
  };
}

/** The same with everything that was decided and noted. */
export function historyToJson(history: ReviewHistory) {
  return {
    kind: history.kind,
    state: history.state,
    applications: history.applications.map(({ sequence, id, receivedAtMs }) => ({
      number: sequence,
      id,
      receivedAt: toIso(receivedAtMs),
    })),
    decisions: history.decisions.map(decisionToJson),
    notes: history.notes.map(noteToJson),
    letters: history.letters.map(letterToJson),
  };
}

const decisionToJson = ({ id, version, from, to, actor, note, decidedAtMs, wave }: Decision) => ({
  id,
  version,
  from,
  to,
  by: actor,
  note,
  at: toIso(decidedAtMs),
  wave,
});

const noteToJson = ({ id, text, actor, notedAtMs }: Note) => ({ id, text, by: actor, at: toIso(notedAtMs) });

const letterToJson = ({
  id,
  decisionId,
  tells,
  state,
  queuedAtMs,
  tellAtMs,
  attempts,
  sentAtMs,
  lastReason,
}: Letter) => ({
  id,
  decisionId,
  tells,
  state,
  queuedAt: toIso(queuedAtMs),
  tellAt: tellAtMs === null ? null : toIso(tellAtMs),
  attempts,
  sentAt: sentAtMs === null ? null : toIso(sentAtMs),
  lastReason,
});

const toIso = (ms: number): string => new Date(ms).toISOString();
