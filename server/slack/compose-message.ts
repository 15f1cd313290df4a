import type { KnownBlock, RichTextElement } from '@slack/types';
import { cleanLine, cleanLines, isolateDirection } from '#contract/clean-text.ts';
import { submissionInConsole } from '#contract/console-view.ts';
import { fieldValue } from '#contract/fields.ts';
import { linkableMailUrl, linkableUrl } from '#contract/link-value.ts';
import { profilesOf } from '#contract/profiles.ts';
import { asciiEmail } from '#contract/submission-schema.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { composeDigest } from './compose-digest.ts';
import { describeRepeat, headerOf } from './describe-submission.ts';
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
import { longTexts, type MessageRow, shortRows } from './message-rows.ts';
import { cutToEscapedLength, escapedLength, fitValue } from './message-text.ts';
import { buttonBlocks, type ComposeOptions, describeStanding, standingOn } from './review-blocks.ts';

/** Most submissions of one message. */
export const maxPerMessage = 25;

/**
 * The message of one submission, or the digest of up to `maxPerMessage`. It keeps
 * Slack's limits whatever the visitors wrote. Their words stand only in text elements of rich_text, which
 * Slack does not parse.
 *
 * @throws {RangeError} on none
 */
export function composeMessage(
  submissions: readonly StoredSubmission[],
  options: ComposeOptions,
): SlackPayload {
  const [first] = submissions;
  if (first === undefined) throw new RangeError('A message carries at least one submission.');
  return submissions.length === 1 ? composeSingle(first, options) : composeDigest(submissions, options);
}

function composeSingle(submission: StoredSubmission, options: ComposeOptions): SlackPayload {
  const { timeZone, consoleUrl = null } = options;
  const { kind, id, sequence, receivedAtMs, review } = submission;
  const header = headerOf(kind);
  const repeat = describeRepeat(submission);
  const rows = shortRows(submission).flatMap((row, index) => [
    bold(`${index === 0 ? '' : '\n'}${row.label}: `),
    valueElement(row),
    ...profileLinks(row),
    ...(row.name === 'name' ? [plain(` · #${sequence}`)] : []),
  ]);
  const [first, ...further] = longTexts(submission);
  const received = new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'full', timeStyle: 'long' });

  /** @param room escaped length of each long text; the rest is cut off */
  const compose = (room: number): KnownBlock[] => [
    headerBlock(header),
    ...(repeat === null ? [] : [contextBlock(repeat)]),
    {
      type: 'rich_text',
      elements: [
        section(first ? [...rows, bold(`\n${first.label}:`)] : rows),
        ...(first ? quote(first, room, sequence) : []),
        ...further.flatMap((row) => [section([bold(`${row.label}:`)]), ...quote(row, room, sequence)]),
        ...(consoleUrl === null
          ? []
          : [section([link(`${consoleUrl}${submissionInConsole(submission)}`, 'Open in the console')])]),
      ],
    },
    ...(review.last === null
      ? []
      : [contextBlock(describeStanding(standingOn(submission), timeZone, maxSentenceLength))]),
    ...buttonBlocks(submission, options),
    contextBlock(`Received ${received.format(receivedAtMs)} · ${new Date(receivedAtMs).toISOString()}`),
    contextBlock(`ID ${id}`),
  ];
  const notification = `${header}: ${describeSender(submission)}`;
  const whole = compose(Number.POSITIVE_INFINITY);
  if (blocksLength(whole) <= maxBlocksLength) return makePayload(notification, whole);
  const roomForAll = maxBlocksLength - blocksLength(compose(0));
  const room = Math.floor(roomForAll / (1 + further.length)) - roomForMarks;
  return makePayload(notification, compose(room));
}

/** Isolation marks, the ellipsis of a cut text, and the rest of an escape. */
const roomForMarks = 10;

/** A long text; where it is cut, a note says so and how to read it. */
function quote({ value }: MessageRow, room: number, sequence: number) {
  const whole = cleanLines(value);
  const { text, isCut } = cutToEscapedLength(whole, room);
  const shown = isCut ? `${text}…` : text || '—';
  const note = `Cut here: the whole text is ${[...whole].length.toLocaleString('en')} characters. Read it with: npm run waitlist -- show ${sequence}`;
  return [
    { type: 'rich_text_quote' as const, elements: [plain(isolateDirection(shown))] },
    ...(isCut ? [section([italic(note)])] : []),
  ];
}

/** Of an answer to an invitation: whole, unless escaping makes it longer. */
const maxSentenceLength = 1_000;
/** Most characters that a value may take up, after escaping, so that there is room for the long texts. */
const maxValueLength = 1_600;
/** A longer address is shown as text: a link contains its address twice. */
const maxLinkLength = 600;

function valueElement({ value, control }: MessageRow): RichTextElement {
  const shown = fitValue(value, maxValueLength);
  if (control === 'email') {
    const ascii = asciiEmail(value);
    const both = ascii === null || ascii === value ? value : `${value} (${ascii})`;
    return linked(linkableMailUrl(value), fitValue(both, maxValueLength));
  }
  const url = control === 'url' ? linkableUrl(value) : null;
  return linked(url, url ?? shown, shown);
}

/** The text of a link says which site it leads to, and only names without other characters have one. */
function profileLinks({ value, control }: MessageRow): RichTextElement[] {
  const profiles = control === 'handle' ? profilesOf(value) : null;
  if (profiles === null) return [];
  return [plain(' · '), link(profiles.instagram, 'Instagram'), plain(' · '), link(profiles.tiktok, 'TikTok')];
}

const linked = (url: string | null, text: string, otherwise = text): RichTextElement =>
  url === null || escapedLength(url) > maxLinkLength ? plain(otherwise) : link(url, text);

/** Name and city, for the notification. */
const describeSender = (submission: StoredSubmission): string =>
  (['venueName', 'name', 'city'] as const)
    .map((name) => cleanLine(fieldValue(submission, name)))
    .filter((part) => part !== '')
    .join(', ');
