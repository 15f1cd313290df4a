import type { KnownBlock, RichTextSection } from '@slack/types';
import { cleanLine } from '#contract/clean-text.ts';
import { submissionKinds } from '#contract/submission.ts';
import type { StoredSubmission } from '#server/store/store.ts';
import { kindTexts, repeatOrdinal } from './describe-submission.ts';
import {
  blocksLength,
  bold,
  contextBlock,
  headerBlock,
  makePayload,
  maxBlocksLength,
  plain,
  type SlackPayload,
  section,
} from './message-blocks.ts';
import { longTexts, shortRows } from './message-rows.ts';
import { escapedLength, fitValue } from './message-text.ts';

/** Share of an entry's room that goes to its short values; the rest is for the start of its long text. */
const valuesShare = 0.75;
/** Separators, isolation marks and ellipses of all values of an entry together. */
const roomForMarks = 24;
const longestStart = 600;

/** Several submissions in one message, each with its id and the essentials. */
export function composeDigest(submissions: readonly StoredSubmission[]): SlackPayload {
  const title = describeCounts(submissions);
  const frame = (elements: RichTextSection[]): KnownBlock[] => [
    headerBlock(title),
    { type: 'rich_text', elements },
    contextBlock('Each in full: npm run waitlist -- show NUMBER'),
  ];
  const lengthEach = Math.floor((maxBlocksLength - blocksLength(frame([]))) / submissions.length);
  return makePayload(title, frame(submissions.map((submission) => composeEntry(submission, lengthEach))));
}

/** `2 new creators, 1 new venue`. */
function describeCounts(submissions: readonly StoredSubmission[]): string {
  return submissionKinds
    .map((kind) => ({ kind, count: submissions.filter((submission) => submission.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kindTexts[kind].counted}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** One submission; takes up at most `maxLength` characters of the blocks' JSON. */
function composeEntry(submission: StoredSubmission, maxLength: number): RichTextSection {
  const nth = repeatOrdinal(submission);
  const { kind, sequence } = submission;
  const title = `${kindTexts[kind].label} #${sequence}${nth === null ? '' : ` (${nth})`} `;
  const compose = (text: string) => section([bold(title), plain(`${text}\n${submission.id}\n`)]);
  const room = maxLength - escapedLength(JSON.stringify(compose(''))) - 1;

  const roomForValues = (room - roomForMarks) * valuesShare;
  const values = shortRows(submission)
    .filter(({ digestShare }) => digestShare > 0)
    .map(({ value, digestShare }) => fitValue(value, Math.floor(roomForValues * digestShare)))
    .join(' · ');

  const roomForStart = room - escapedLength(values) - 6;
  const longText = longTexts(submission)
    .map(({ value }) => cleanLine(value))
    .find((text) => text !== '');
  return roomForStart > 12 && longText !== undefined
    ? compose(`${values}\n${fitValue(longText, Math.min(roomForStart - 2, longestStart))}`)
    : compose(values);
}
