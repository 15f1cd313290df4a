import type { KnownBlock, RichTextSection } from '@slack/types';
import { cleanLine } from '#contract/clean-text.ts';
import { newInConsole, submissionInConsole } from '#contract/console-view.ts';
import { shownHandle } from '#contract/profiles.ts';
import { kindNames, submissionKinds } from '#contract/submission.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { repeatOrdinal } from './describe-submission.ts';
import {
  blocksLength,
  bold,
  contextBlock,
  headerBlock,
  italic,
  link,
  makePayload,
  maxBlocksLength,
  plain,
  type SlackPayload,
  section,
} from './message-blocks.ts';
import { longTexts, shortRows } from './message-rows.ts';
import { escapedLength, fitValue } from './message-text.ts';
import { type ComposeOptions, describeStanding, standingOn } from './review-blocks.ts';

/** Share of an entry's room that goes to its short values; the rest is for the start of its long text. */
const valuesShare = 0.75;
/** Separators, isolation marks and ellipses of all values of an entry together. */
const roomForMarks = 24;
const maxStartLength = 600;

/** A longer origin would take the entries' room: then only the message links to the console, not each entry. */
export const maxOriginInEntries = 60;

/** Several submissions in one message, each with its id, the essentials and how it stands. */
export function composeDigest(
  submissions: readonly StoredSubmission[],
  { consoleUrl = null, timeZone }: ComposeOptions,
): SlackPayload {
  const title = describeCounts(submissions);
  const frame = (elements: RichTextSection[]): KnownBlock[] => [
    headerBlock(title),
    { type: 'rich_text', elements: [...elements, ...newLinks(submissions, consoleUrl)] },
    contextBlock('Each in full: npm run waitlist -- show NUMBER'),
  ];
  const entryUrl = (consoleUrl?.length ?? 0) > maxOriginInEntries ? null : consoleUrl;
  const lengthEach = Math.floor((maxBlocksLength - blocksLength(frame([]))) / submissions.length);
  return makePayload(
    title,
    frame(submissions.map((submission) => composeEntry(submission, entryUrl, timeZone, lengthEach))),
  );
}

/** Links to the console's views of everything new, not only of what this message has. */
function newLinks(submissions: readonly StoredSubmission[], consoleUrl: string | null): RichTextSection[] {
  if (consoleUrl === null) return [];
  const words = { 'All new applicants': 'creator', 'All new messages': 'contact' } as const;
  return Object.entries(words)
    .filter(([, shown]) => submissions.some(({ kind }) => (kind === 'contact') === (shown === 'contact')))
    .map(([text, kind]) => section([link(`${consoleUrl}${newInConsole(kind)}`, `${text} in the console`)]));
}

/** `2 new creators, 1 new venue`. */
function describeCounts(submissions: readonly StoredSubmission[]): string {
  return submissionKinds
    .map((kind) => ({ kind, count: submissions.filter((submission) => submission.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} new ${kindNames[kind][count === 1 ? 0 : 1].toLowerCase()}`)
    .join(', ');
}

/** One submission; takes up at most `maxLength` characters of the blocks' JSON. */
function composeEntry(
  submission: StoredSubmission,
  consoleUrl: string | null,
  timeZone: string,
  maxLength: number,
): RichTextSection {
  const nth = repeatOrdinal(submission);
  const { kind, sequence } = submission;
  const title = `${kindNames[kind][0]} #${sequence}${nth === null ? '' : ` (${nth})`}`;
  const lead =
    consoleUrl === null ? bold(title) : link(`${consoleUrl}${submissionInConsole(submission)}`, title);
  const { review } = submission;
  const standing =
    review.last === null ? [] : [italic(`${describeStanding(standingOn(submission), timeZone)}\n`)];
  const compose = (text: string) => section([lead, plain(` ${text}\n${submission.id}\n`), ...standing]);
  const room = maxLength - escapedLength(JSON.stringify(compose(''))) - 1;

  const roomForValues = (room - roomForMarks) * valuesShare;
  const values = shortRows(submission)
    .filter(({ digestShare }) => digestShare > 0)
    .map(({ value, control, digestShare }) =>
      fitValue(control === 'handle' ? shownHandle(value) : value, Math.floor(roomForValues * digestShare)),
    )
    .join(' · ');

  const roomForStart = room - escapedLength(values) - 6;
  const longText = longTexts(submission)
    .map(({ value }) => cleanLine(value))
    .find((text) => text !== '');
  return roomForStart > 12 && longText !== undefined
    ? compose(`${values}\n${fitValue(longText, Math.min(roomForStart - 2, maxStartLength))}`)
    : compose(values);
}
