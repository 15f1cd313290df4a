import type { Actor, ApplicantRow, Letter, Review, ReviewHistory } from '#contract/answers.ts';
import { reviewWays } from '#contract/review.ts';
import { cameBackReason } from '#contract/send-failures.ts';
import { describeTold, toldElsewhere } from '#contract/told.ts';
import type { Context } from './command.ts';

/** `shortlisted by ada in Slack, 21 Nov 2026, 14:04`; `new` where nothing was decided. */
export function describeStanding({ state, last, told }: Review, { calendar }: Context): string {
  if (last === null) return state;
  const decided = `${state} by ${describeActor(last.actor)}, ${calendar.formatTime(last.decidedAtMs)}`;
  return told === null ? decided : `${decided}; ${describeTold(told, calendar.formatTime)}`;
}

/** The same of a row of the list. */
export function describeRow(
  { state, decidedBy, decidedAtMs, told }: ApplicantRow,
  { calendar }: Context,
): string {
  const decided =
    decidedAtMs === null ? state : `${state} by ${decidedBy}, ${calendar.formatTime(decidedAtMs)}`;
  return told === null ? decided : `${decided}; ${describeTold(told, calendar.formatTime)}`;
}

/** One line a decision or note, oldest first, with the lines of its note below. */
export function describeHistory({ decisions, notes }: ReviewHistory, { calendar }: Context): string {
  const entries = [
    ...decisions.map((decision) => ({
      atMs: decision.decidedAtMs,
      what: `${decision.from} → ${decision.to}`,
      actor: decision.actor,
      text: decision.note,
    })),
    ...notes.map((note) => ({ atMs: note.notedAtMs, what: 'note', actor: note.actor, text: note.text })),
  ];
  return entries
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ atMs, what, actor, text }) => {
      const line = `${calendar.formatTime(atMs)}  ${what}, ${describeActor(actor)}`;
      return text === null ? line : `${line}\n${text.replace(/^/gm, '  ')}`;
    })
    .join('\n');
}

/** The state of a letter, in words. */
export function describeLetter(letter: Letter, { calendar }: Context): string {
  const { state, sentAtMs, dueAtMs, tellAtMs, attempts, cancelledAtMs, lastReason } = letter;
  const because = lastReason === null ? '' : `: ${lastReason}`;
  switch (state) {
    case 'delivered':
      if (lastReason === toldElsewhere) return 'told elsewhere, before the import';
      return `delivered, ${calendar.formatTime(sentAtMs ?? dueAtMs)}`;
    case 'claimed':
      return 'sending';
    case 'waiting':
      return attempts === 0
        ? dueAtMs === tellAtMs
          ? `waiting until ${calendar.formatTime(dueAtMs)}`
          : 'waiting'
        : `waiting, next try after ${calendar.formatTime(dueAtMs)}${because}`;
    case 'parked':
      return `parked${because}`;
    case 'cancelled':
      if (cameBackReason(lastReason) !== null)
        return `came back: ${cameBackReason(lastReason) || 'without a reason'}; it was sent on ${calendar.formatTime(sentAtMs ?? dueAtMs)}`;
      return `cancelled${cancelledAtMs === null ? '' : `, ${calendar.formatTime(cancelledAtMs)}`}: another decision followed`;
  }
}

const describeActor = ({ way, name }: Actor): string => `${name} ${reviewWays[way]}`;
