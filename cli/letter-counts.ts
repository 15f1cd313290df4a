import { explainStoredReason } from '#contract/send-failures.ts';
import type { LetterCounts } from '#server/store/letter.ts';
import { count } from './records.ts';
import { formatTable } from './table.ts';
import { wrapWords } from './terminal-text.ts';
import { formatAge } from './time.ts';

/** How many letters of invitation are in each state, and what to do about those that are not sent. */
export function describeLetterCounts(letters: LetterCounts, width: number | undefined): string {
  const { queued, sent, parked, oldestQueuedAgeMs } = letters;
  const table = formatTable(
    [
      { title: 'Letters' },
      ...['Queued', 'Sent', 'Parked', 'Oldest queued'].map((title) => ({ title, alignRight: true })),
    ],
    [
      [
        'invitations',
        ...[queued, sent, parked].map((number) => number.toLocaleString('en')),
        oldestQueuedAgeMs === null ? '–' : formatAge(oldestQueuedAgeMs),
      ],
    ],
    width,
  );
  const lines = describeTrouble(letters).flatMap((line) => wrapWords(line, width ?? Infinity));
  return [table, ...lines.map((line) => `${line}\n`)].join('');
}

function describeTrouble({ haltedReason, parked, parkedSequences }: LetterCounts): string[] {
  const lines: string[] = [];
  if (haltedReason !== null) {
    const { what, advice } = explainStoredReason(haltedReason);
    lines.push(`Letters are HALTED (${haltedReason}). ${what} ${advice}`);
  }
  if (parked > 0) {
    const numbers = parkedSequences.map((sequence) => `#${sequence}`).join(', ');
    const others = parked > parkedSequences.length ? ' and others' : '';
    lines.push(
      `${count(parked, 'letter')} parked, to the applicants of ${numbers}${others}. See why with "show ID"; "retry ID" or "retry --parked" sends again.`,
    );
  }
  return lines;
}
