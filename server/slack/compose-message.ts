import type { KnownBlock, RichTextElement } from '@slack/types';
import { cleanLine, cleanLines, isolateDirection } from '#contract/clean-text.ts';
import { asciiEmail, linkableMailUrl, linkableUrl } from '#contract/link-value.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { composeDigest } from './compose-digest.ts';
import { describeRepeat, kindTexts } from './describe-submission.ts';
import {
  blocksLength,
  bold,
  contextBlock,
  headerBlock,
  italic,
  makePayload,
  maxBlocksLength,
  plain,
  type SlackPayload,
  section,
} from './message-blocks.ts';
import { longTexts, type MessageRow, shortRows } from './message-rows.ts';
import { cutToEscapedLength, escapedLength, fitValue } from './message-text.ts';
import { buttonBlocks, standingBlocks } from './review-blocks.ts';

/** Most submissions of one message. */
export const digestMaxSubmissions = 25;

export interface ComposeOptions {
  /** IANA name of the time zone of the times in the message. */
  timeZone: string;
  /** An application can be decided about by clicking. */
  hasButtons?: boolean | undefined;
  /** An invitation sends a letter. */
  sendsLetters?: boolean | undefined;
  /** Origin of the console; null: people reach it on the server's machine only, and nothing links to it. */
  consoleUrl?: string | null | undefined;
}

/**
 * The message of one submission, or the digest of up to `digestMaxSubmissions`. It keeps
 * Slack's limits whatever the visitors wrote. Their words stand only in text elements of rich_text, which
 * Slack does not parse.
 *
 * @throws {RangeError} on none or too many
 */
export function composeMessage(
  submissions: readonly StoredSubmission[],
  options: ComposeOptions,
): SlackPayload {
  const [first] = submissions;
  if (!first || submissions.length > digestMaxSubmissions) {
    throw new RangeError(
      `a message carries 1 to ${digestMaxSubmissions} submissions, not ${submissions.length}`,
    );
  }
  return submissions.length === 1
    ? composeSingle(first, options)
    : composeDigest(submissions, { consoleUrl: options.consoleUrl ?? null, timeZone: options.timeZone });
}

function composeSingle(submission: StoredSubmission, options: ComposeOptions): SlackPayload {
  const { timeZone, hasButtons = false, sendsLetters = false } = options;
  const { header } = kindTexts[submission.kind];
  const short = shortRows(submission);
  const long = longTexts(submission).map(({ label, value }) => ({ label, text: cleanLines(value) }));

  const lines = short.flatMap((row, index) => [
    bold(`${index === 0 ? '' : '\n'}${row.label}: `),
    valueElement(row),
    ...(row.name === 'name' ? [plain(` · #${submission.sequence}`)] : []),
  ]);
  const compose = (texts: readonly ShownText[]): KnownBlock[] => {
    const [firstText, ...furtherTexts] = texts;
    return [
      headerBlock(header),
      ...repeatBlocks(submission),
      {
        type: 'rich_text',
        elements: [
          section(firstText ? [...lines, bold(`\n${firstText.label}:`)] : lines),
          ...(firstText ? quoteElements(firstText) : []),
          ...furtherTexts.flatMap((each) => [section([bold(`${each.label}:`)]), ...quoteElements(each)]),
        ],
      },
      ...standingBlocks(submission, { timeZone }),
      ...buttonBlocks(submission, { hasButtons, sendsLetters, timeZone }),
      contextBlock(`Received ${readableTime(submission, timeZone)} · ${isoTime(submission)}`),
      contextBlock(`ID ${submission.id}`),
    ];
  };
  const whole = compose(long.map(showWhole));
  return makePayload(
    `${header}: ${describeSender(submission)}`,
    blocksLength(whole) <= maxBlocksLength ? whole : compose(cutTexts(long, submission.sequence, compose)),
  );
}

/** A long text as the message shows it. */
interface ShownText {
  label: string;
  text: string;
  /** Says what was cut off and how to read it; null when nothing was. */
  note: string | null;
}

type LongText = Pick<ShownText, 'label' | 'text'>;

const showWhole = ({ label, text }: LongText): ShownText => ({
  label,
  text: text === '' ? '—' : isolateDirection(text),
  note: null,
});

/** Isolation marks, the ellipsis of a cut text, and the rest of an escape. */
const roomForMarks = 10;

/** Divides the remaining room among the long texts: room that a short one does not need goes to the next longer one. */
function cutTexts(
  long: readonly LongText[],
  sequence: number,
  compose: (texts: readonly ShownText[]) => KnownBlock[],
): ShownText[] {
  const noteOf = ({ text }: LongText) =>
    `Cut here: the whole text is ${[...text].length.toLocaleString('en')} characters. Read it with: npm run waitlist -- show ${sequence}`;
  const frame = compose(long.map((each) => ({ label: each.label, text: '', note: noteOf(each) })));
  let room = maxBlocksLength - blocksLength(frame) - roomForMarks * long.length;
  const shown = new Map<LongText, ShownText>();
  const byLength = long.toSorted((one, other) => escapedLength(one.text) - escapedLength(other.text));
  for (const [index, each] of byLength.entries()) {
    const { text, isCut } = cutToEscapedLength(each.text, Math.floor(room / (byLength.length - index)));
    room -= escapedLength(text);
    shown.set(
      each,
      isCut ? { label: each.label, text: isolateDirection(`${text}…`), note: noteOf(each) } : showWhole(each),
    );
  }
  return long.map((each) => shown.get(each) ?? showWhole(each));
}

const quoteElements = ({ text, note }: ShownText) => [
  { type: 'rich_text_quote' as const, elements: [plain(text)] },
  ...(note === null ? [] : [section([italic(note)])]),
];

const repeatBlocks = (submission: StoredSubmission): KnownBlock[] => {
  const repeat = describeRepeat(submission);
  return repeat === null ? [] : [contextBlock(repeat)];
};

/** A longer address is shown as text: a link contains its address twice. */
const maxLinkLength = 600;

function valueElement({ value, isLink, isEmail, maxLength }: MessageRow): RichTextElement {
  if (isEmail) {
    const ascii = asciiEmail(value);
    const shown = ascii === null || ascii === value ? value : `${value} (${ascii})`;
    return linked(linkableMailUrl(value), fitValue(shown, maxLength));
  }
  const url = isLink ? linkableUrl(value) : null;
  return linked(url, url ?? fitValue(value, maxLength), fitValue(value, maxLength));
}

const linked = (url: string | null, text: string, otherwise = text): RichTextElement =>
  url === null || escapedLength(url) > maxLinkLength ? plain(otherwise) : { type: 'link', url, text };

/** Name and city, for the notification. */
function describeSender(submission: StoredSubmission): string {
  const { kind, fields } = submission;
  const parts =
    kind === 'venue'
      ? [fields.venueName, fields.name, fields.city]
      : kind === 'creator'
        ? [fields.name, fields.city]
        : [fields.name];
  return parts
    .map(cleanLine)
    .filter((part) => part !== '')
    .join(', ');
}

const isoTime = ({ receivedAtMs }: StoredSubmission): string => new Date(receivedAtMs).toISOString();

const readableTime = ({ receivedAtMs }: StoredSubmission, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(receivedAtMs);
