import type { KnownBlock, RichTextElement, RichTextSection } from '@slack/types';
import type { SubmissionKind } from '#contract/submission.ts';
import type { StoredSubmission } from '#server/store/store.ts';
import {
  cleanLine,
  cleanLines,
  cutToCost,
  escapeText,
  fitValue,
  isolateDirection,
  messageCost,
} from './message-text.ts';

/** What is posted to an incoming webhook. */
export interface SlackPayload {
  /** Fallback for notifications; Slack shows the blocks instead. */
  text: string;
  blocks: KnownBlock[];
  unfurl_links: false;
  unfurl_media: false;
}

/** Most submissions of one message. */
export const digestMaxSubmissions = 25;
/**
 * Characters of a message's blocks as JSON, after escaping. Slack's documentation names no total; in
 * practice it refuses somewhere above 13,000, so the message stays well below.
 */
export const maxMessageCost = 9_500;

const headers: Readonly<Record<SubmissionKind, string>> = {
  creator: 'New creator on the waitlist',
  venue: 'New venue on the waitlist',
  contact: 'New message',
};

const kindLabels: Readonly<Record<SubmissionKind, string>> = {
  creator: 'Creator',
  venue: 'Venue',
  contact: 'Message',
};

/** Labelled rows of each kind, in reading order; the long text follows them. */
const rows: Readonly<Record<SubmissionKind, readonly (readonly [field: string, label: string])[]>> = {
  creator: [
    ['name', 'Name'],
    ['handle', 'Handle'],
    ['city', 'City'],
    ['email', 'Email'],
  ],
  venue: [
    ['venueName', 'Venue'],
    ['name', 'Name'],
    ['city', 'City'],
    ['website', 'Website'],
    ['email', 'Email'],
  ],
  contact: [
    ['name', 'Name'],
    ['email', 'Email'],
  ],
};

const longTexts: Readonly<Record<SubmissionKind, readonly [field: string, label: string]>> = {
  creator: ['bio', 'Bio'],
  venue: ['message', 'About the venue'],
  contact: ['message', 'Message'],
};

/**
 * Most that a row's value may cost, so that the rows at their longest still leave room for the long
 * text: 200 characters at five each, 320 for an email.
 */
const maxRowCost: Readonly<Record<string, number>> = { email: 1_600, website: 1_600 };
const defaultMaxRowCost = 1_000;
/** A longer address is shown as text: as a link it would stand in the message twice. */
const maxLinkCost = 600;

export interface ComposeOptions {
  /** IANA name of the zone in which the team reads its clock. */
  timeZone?: string;
}

/**
 * The message of one submission, or the digest of up to `digestMaxSubmissions`. Within Slack's limits
 * whatever the visitors wrote; their words stand only in rich_text text elements, which Slack does
 * not parse. Throws `RangeError` on none or too many.
 */
export function composeMessage(
  submissions: readonly StoredSubmission[],
  options: ComposeOptions = {},
): SlackPayload {
  const [first] = submissions;
  if (!first || submissions.length > digestMaxSubmissions) {
    throw new RangeError(
      `a message carries 1 to ${digestMaxSubmissions} submissions, not ${submissions.length}`,
    );
  }
  return submissions.length === 1
    ? composeSingle(first, options.timeZone ?? defaultTimeZone)
    : composeDigest(submissions);
}

const defaultTimeZone = 'Australia/Sydney';

function composeSingle(submission: StoredSubmission, timeZone: string): SlackPayload {
  const { kind, fields, id } = submission;
  const repeat = describeRepeat(submission);
  const [longField, longLabel] = longTexts[kind];

  const lines: RichTextElement[] = [];
  for (const [field, label] of rows[kind]) {
    const value = fields[field] ?? '';
    if (field === 'website' && cleanLine(value) === '') continue;
    lines.push(bold(`${lines.length === 0 ? '' : '\n'}${label}: `), valueElement(field, value));
  }
  lines.push(bold(`\n${longLabel}:`));

  const compose = (longText: string, note: string | null): KnownBlock[] => [
    { type: 'header', text: { type: 'plain_text', text: headers[kind], emoji: false } },
    ...(repeat === null ? [] : [contextLine(repeat)]),
    {
      type: 'rich_text',
      elements: [
        section(lines),
        { type: 'rich_text_quote', elements: [{ type: 'text', text: longText }] },
        ...(note === null ? [] : [section([{ type: 'text', text: note, style: { italic: true } }])]),
      ],
    },
    contextLine(`Received ${readableTime(submission.receivedAtMs, timeZone)} · ${isoTime(submission)}`),
    contextLine(`ID ${id}`),
  ];

  const whole = cleanLines(fields[longField] ?? '');
  const wholeText = whole === '' ? '—' : isolateDirection(whole);
  const uncut = compose(wholeText, null);
  const blocks = blocksCost(uncut) <= maxMessageCost ? uncut : cutLongText(whole, id, compose);
  const about = [fields.venueName, fields.name, fields.city].map((value) => cleanLine(value ?? ''));
  return payload(`${headers[kind]}: ${about.filter((value) => value !== '').join(', ')}`, blocks);
}

function cutLongText(
  whole: string,
  id: string,
  compose: (longText: string, note: string) => KnownBlock[],
): KnownBlock[] {
  const characters = [...whole].length.toLocaleString('en');
  const note = `Cut here: the whole text is ${characters} characters. Read it with: npm run waitlist -- show ${id}`;
  // The isolation marks, the ellipsis and an escape's remainder.
  const roomForMarks = 10;
  const room = maxMessageCost - blocksCost(compose('', note)) - roomForMarks;
  const { text } = cutToCost(whole, room);
  return compose(isolateDirection(`${text}…`), note);
}

function composeDigest(submissions: readonly StoredSubmission[]): SlackPayload {
  const title = describeDigest(submissions);
  const frame = (elements: RichTextSection[]): KnownBlock[] => [
    { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
    { type: 'rich_text', elements },
    contextLine('Each in full: npm run waitlist -- show ID'),
  ];
  const costEach = Math.floor((maxMessageCost - blocksCost(frame([]))) / submissions.length);
  return payload(title, frame(submissions.map((submission) => digestEntry(submission, costEach))));
}

/** One submission in a digest; costs at most `maxCost` as JSON. */
function digestEntry(submission: StoredSubmission, maxCost: number): RichTextSection {
  const { kind, fields, id } = submission;
  const repeat =
    submission.earlierFromSameEmail > 0 ? ` (${ordinal(submission.earlierFromSameEmail + 1)})` : '';
  const compose = (essentials: string, start: string) =>
    section([
      bold(`${kindLabels[kind]}${repeat} `),
      { type: 'text', text: `${essentials}${start}\n${id}\n` },
    ]);
  const room = maxCost - messageCost(JSON.stringify(compose('', ''))) - 1;

  const shares =
    kind === 'contact'
      ? ([
          ['name', 0.25],
          ['email', 0.35],
        ] as const)
      : kind === 'venue'
        ? ([
            ['venueName', 0.2],
            ['name', 0.15],
            ['email', 0.3],
            ['city', 0.1],
          ] as const)
        : ([
            ['name', 0.2],
            ['email', 0.3],
            ['handle', 0.15],
            ['city', 0.1],
          ] as const);
  // Separators, isolation marks and ellipses of all values together.
  const roomForMarks = 24;
  const roomForText = room - roomForMarks;
  const essentials = shares
    .map(([field, share]) => fitValue(fields[field] ?? '', Math.floor(roomForText * share)))
    .join(' · ');
  const rest = room - messageCost(essentials) - 6;
  const longText = cleanLine(fields[longTexts[kind][0]] ?? '');
  const start = rest > 12 && longText !== '' ? `\n${fitValue(longText, Math.min(rest - 2, 600))}` : '';
  return compose(essentials, start);
}

function describeDigest(submissions: readonly StoredSubmission[]): string {
  const count = (kind: SubmissionKind) => submissions.filter((submission) => submission.kind === kind).length;
  const parts = [
    plural(count('creator'), 'new creator', 'new creators'),
    plural(count('venue'), 'new venue', 'new venues'),
    plural(count('contact'), 'new message', 'new messages'),
  ].filter((part) => part !== null);
  return parts.join(', ');
}

const plural = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`;

/** What marks a further submission from the same email; null for the first. */
export function describeRepeat(submission: StoredSubmission): string | null {
  if (submission.earlierFromSameEmail === 0) return null;
  const what = submission.kind === 'contact' ? 'message' : 'application';
  return `${ordinal(submission.earlierFromSameEmail + 1)} ${what} from this email`;
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinalEndings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinal = (count: number): string => `${count}${ordinalEndings[ordinalRules.select(count)] ?? 'th'}`;

function valueElement(field: string, value: string): RichTextElement {
  const text = fitValue(value, maxRowCost[field] ?? defaultMaxRowCost);
  const url = field === 'website' ? linkableUrl(value) : null;
  return url === null ? { type: 'text', text } : { type: 'link', url, text };
}

/** The address as a link may carry it; null for anything that is not plainly a web address. */
export function linkableUrl(value: string): string | null {
  if (cleanLine(value) !== value || !/^https?:\/\/\S+$/i.test(value)) return null;
  const url = URL.parse(value);
  // User names in an address are there to deceive: https://bank.example@evil.example.
  if (url?.username !== '' || url.password !== '' || !url.hostname.includes('.')) return null;
  return messageCost(url.href) <= maxLinkCost && messageCost(value) <= maxLinkCost ? url.href : null;
}

function payload(text: string, blocks: KnownBlock[]): SlackPayload {
  // Joined to what follows, an `@` mentions nobody, even where a workspace resolves names.
  const { text: short } = cutToCost(text, 280);
  return {
    text: escapeText(short.replaceAll('@', '@\u2060')),
    blocks,
    unfurl_links: false,
    unfurl_media: false,
  };
}

const bold = (text: string): RichTextElement => ({ type: 'text', text, style: { bold: true } });
const section = (elements: RichTextElement[]): RichTextSection => ({ type: 'rich_text_section', elements });
const contextLine = (text: string): KnownBlock => ({
  type: 'context',
  elements: [{ type: 'plain_text', text, emoji: false }],
});

const blocksCost = (blocks: KnownBlock[]): number => escapeText(JSON.stringify(blocks)).length;

const isoTime = (submission: StoredSubmission): string => new Date(submission.receivedAtMs).toISOString();

const readableTime = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(atMs);

/** What the message would say, as lines for a terminal: shown where no webhook is set. */
export function describeMessageForTerminal(submissions: readonly StoredSubmission[]): string {
  return submissions
    .map((submission) => {
      const { kind, fields, id } = submission;
      const [longField, longLabel] = longTexts[kind];
      const repeat = describeRepeat(submission);
      const lines = [headers[kind], ...(repeat === null ? [] : [repeat])];
      for (const [field, label] of rows[kind]) {
        const value = cleanLine(fields[field] ?? '');
        if (value !== '') lines.push(`${label}: ${value}`);
      }
      const longText = cleanLines(fields[longField] ?? '').split('\n');
      lines.push(`${longLabel}:`, ...longText.map((line) => `  ${line}`), `ID ${id}`);
      return lines.join('\n  ');
    })
    .join('\n');
}
