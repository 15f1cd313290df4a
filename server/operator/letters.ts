import { periods } from '#contract/periods.ts';
import type { Config } from '#server/config.ts';
import { createLetterComposer } from '#server/mail/compose-letter.ts';
import { makeNewLetter } from '#server/mail/new-letter.ts';
import type { CameBackResult, LetterAgainCheck, LetterAgainResult } from '#server/store/review.ts';
import type { Calendar } from './calendar.ts';
import type { CallContext } from './call.ts';

export const noLettersSentence =
  'Letters are not set up (SMTP_URL and MAIL_FROM), so nobody can be told by one. Nothing was changed.';

/** The letters of this installation; null: it sends none. */
export const createLetters = ({
  mail,
  siteUrl,
  timeZone,
}: Pick<Config, 'mail' | 'siteUrl' | 'timeZone'>): CallContext['letters'] =>
  mail && {
    make: () => makeNewLetter(mail.from),
    compose: createLetterComposer({ siteUrl, timeZone }),
  };

/** With `letterAtMs` null, `problem` says in a sentence why no letter can go at that time. */
export type LetterTime = { letterAtMs: number; problem: null } | { letterAtMs: null; problem: string };

/** A time at which applicants are told, such as `2026-12-01 10:00` or `tomorrow 9:00` by the clock of the calendar's zone. */
export function readLetterTime(
  text: string,
  { calendar, nowMs }: { calendar: Calendar; nowMs: number },
): LetterTime {
  const refuse = (problem: string): LetterTime => ({ letterAtMs: null, problem });
  const time = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(today|tomorrow)(?= )/i, (word) =>
      calendar.addDays(calendar.formatDay(nowMs), word.toLowerCase() === 'today' ? 0 : 1),
    )
    .replace(/[ T](\d{1,2}):/, (_, hour: string) => ` ${hour.padStart(2, '0')}:`);
  const atMs = calendar.readTime(time);
  if (atMs === null)
    return refuse(
      `The letter's time is a day and hour such as 2026-12-01 10:00 or "tomorrow 10:00", not ${JSON.stringify(text)}.`,
    );
  if (atMs === 'skipped')
    return refuse(
      `${time} is no time in ${calendar.timeZone}: the clocks skip that hour for summer time. Take an earlier or a later one.`,
    );
  if (atMs <= nowMs)
    return refuse(
      `${time} (${calendar.timeZone}) is over. Take a later time, such as "tomorrow ${time.slice(-5)}".`,
    );
  if (atMs - nowMs > periods.letterAheadMs)
    return refuse(`${time} is more than a year ahead. Take an earlier time.`);
  return { letterAtMs: atMs, problem: null };
}

const notCameBack: Readonly<Record<CameBackResult['outcome'], string | null>> = {
  marked: null,
  already: 'The letter came back before. Nothing was changed.',
  unknown: 'They were erased just now.',
  'not-told':
    'No letter was sent to them about this decision, or another one is on its way. Nothing was changed.',
};

/** Why a letter is not marked as come back, in a sentence; null: it is. */
export const explainNotCameBack = ({ outcome }: CameBackResult): string | null => notCameBack[outcome];

const noLetterAgain = {
  possible: null,
  queued: null,
  unknown: 'They were erased just now.',
  'not-told': 'No letter was sent to them about this decision.',
  waiting: 'A letter to them is on its way, or waits for its time.',
  parked: 'Their letter is parked. See why, and retry it.',
} as const;

/** Why a letter is not sent again, in a sentence; null: it can be. */
export function explainNoLetterAgain(
  check: LetterAgainCheck | LetterAgainResult,
  { formatTime }: Calendar,
): string | null {
  if (check.outcome !== 'too-soon') return noLetterAgain[check.outcome];
  return `It was sent again within the last day. It can be sent again from ${formatTime(check.possibleAtMs)} on.`;
}
