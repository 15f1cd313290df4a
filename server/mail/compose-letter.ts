import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mustache from 'mustache';
import { brand } from '#contract/brand.ts';
import { cleanLine, isolateDirection } from '#contract/clean-text.ts';
import type { Submission } from '#contract/fields.ts';
import type { ToldState } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import type { AllLetterWords, LetterWords } from './letter-words.ts';
import { composePlainLetter, wrap } from './plain-letter.ts';
import type { Mail } from './send-mail.ts';

/** The recipient of a letter. */
export interface LetterRecipient {
  kind: WaitlistKind;
  /** The person's name; for a venue the venue's. */
  name: string;
  /** Milliseconds since the epoch. */
  appliedAtMs: number;
  /** When the team imported or added them; null: they applied at the site. */
  addedAtMs: number | null;
}

/** The recipient of a letter about this application. */
export const recipientOf = (
  { kind, fields }: Extract<Submission, { kind: WaitlistKind }>,
  appliedAtMs: number,
  addedAtMs: number | null,
): LetterRecipient => ({
  kind,
  name: kind === 'venue' ? fields.venueName : fields.name,
  appliedAtMs,
  addedAtMs,
});

/** The letter's HTML for a reader without attachments, with the picture at this URL. */
export const withPictureAt = (html: string, url: string): string => html.replaceAll(`cid:${pictureId}`, url);

export type ComposeLetter = ReturnType<typeof createLetterComposer>;

export type ComposedLetter = Omit<Mail, 'to' | 'messageId'>;

export interface LetterComposerOptions {
  words: AllLetterWords;
  /** Origin of the site. */
  siteUrl: string;
  /** IANA name; of the day on which they applied, or were added. */
  timeZone: string;
}

/** What letters are composed from; made from `engraver/letter/` by `npm run engrave`. */
const letterFolder = join(import.meta.dirname, 'letter');
export const pictureFile = join(letterFolder, 'invitation.png');
/** How the letter's HTML refers to the picture: `cid:` and this. */
export const pictureId = 'invitation';

const maxNameCharacters = 80;
/** Longest headline, in characters, for each size in CSS px. Narrow windows have sizes of their own in the layout. */
const headlineSizes = [
  { upTo: 24, size: 'large', sizePx: 58, linePx: 60 },
  { upTo: 44, size: 'medium', sizePx: 44, linePx: 48 },
  { upTo: Number.POSITIVE_INFINITY, size: 'small', sizePx: 32, linePx: 38 },
] as const;

/**
 * Composes letters: an invitation has the same words and facts in HTML and in plain text; the letter to the declined
 * is a few lines of plain text. The picture is read once, by this call.
 */
export function createLetterComposer({ words, siteUrl, timeZone }: LetterComposerOptions) {
  const frames = readFrames();
  const picture = { id: pictureId, fileName: 'invitation.png', png: readFileSync(pictureFile) };
  const dayFormat = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone });

  return (toldState: ToldState, { kind, name, appliedAtMs, addedAtMs }: LetterRecipient): ComposedLetter => {
    const values = {
      brand: brand.name,
      tagline: brand.tagline,
      city: brand.launch.city,
      launch: brand.launch.date,
      site: new URL(siteUrl).host,
      date: dayFormat.format(addedAtMs ?? appliedAtMs),
    };
    const { declined, ...invited } = addedAtMs === null ? words : words.added;
    const fitted = fitName(name);
    if (toldState === 'declined') {
      const filled = fillIn(declined[kind], values);
      const parts = [setName(filled, fitted), ...filled.paragraphs, brand.name].map((part) => wrap(part));
      return { subject: filled.subject, text: `${parts.join('\n\n')}\n`, html: null, picture: null };
    }
    const filled = fillIn(invited[kind], values);
    const letter = { ...filled, headline: setName(filled, fitted?.replaceAll('*', '＊') ?? null) };
    const html = composeHtml(frames[kind], letter);
    return { subject: letter.subject, html, text: composePlainLetter(letter), picture };
  };
}

const readFrames = () => ({
  creator: readFileSync(join(letterFolder, 'creator.html'), 'utf8'),
  venue: readFileSync(join(letterFolder, 'venue.html'), 'utf8'),
});

/** What stands in the style elements of the letters; each once. */
export const letterStyles = (): string[] => [
  ...new Set(
    Object.values(readFrames()).flatMap((html) =>
      [...html.matchAll(/<style[^<>]*>([^<]*)<\/style>/g)].map(([, content = '']) => content),
    ),
  ),
];

/** Fills in the placeholders of all texts, but for the name's. */
function fillIn<Words>(words: Words, values: Readonly<Record<string, string>>): Words {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  return JSON.parse(JSON.stringify(words), (_key, value) =>
    typeof value === 'string' ? fill(value) : value,
  );
}

/** The name is filled in last, so that a name in braces is not taken for a placeholder. */
const setName = (
  { headline, headlineWithoutName }: Pick<LetterWords, 'headline' | 'headlineWithoutName'>,
  name: string | null,
): string => (name === null ? headlineWithoutName : headline.replace('{name}', () => name));

/** Characters that a mail program ignores when it looks for links. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** A dot, or what stands for one in a domain (U+3002), between two characters; a scheme; a path; an email. */
const linkLike = /\S[.\u3002:]\S|[@/\\<>]/u;

/**
 * A name for the headline: one line, without characters that reorder or hide text. Null when a mail program could
 * turn it into a link, or when nothing in it is visible: what anybody types into a form must not become a link
 * in our letter.
 */
export function fitName(name: string): string | null {
  const line = cleanLine(name);
  if (line === '' || linkLike.test(line.normalize('NFKC').replace(invisible, ''))) return null;
  const characters = [...new Intl.Segmenter('en').segment(line)].map(({ segment }) => segment);
  const cut = characters.slice(0, maxNameCharacters).join('');
  return isolateDirection(characters.length > maxNameCharacters ? `${cut.trimEnd()}…` : cut);
}

function composeHtml(frame: string, words: LetterWords): string {
  const characters = [...words.headline.replaceAll('*', '')].length;
  return mustache.render(frame, {
    ...words,
    headline: splitAccents(words.headline),
    ...headlineSizes.find(({ upTo }) => characters <= upTo),
    opening: words.opening.map(emphasise),
    steps: words.steps.map((step, index) => ({ number: index + 1, ...step })),
    closing: words.closing.map(emphasise),
    reply: words.reply.map(emphasise),
    why: words.why.map(emphasise),
    picture: `cid:${pictureId}`,
    brand,
  });
}

/** `{name}, *you did.*` in its parts, of which every second one is set in italics and red. */
const splitAccents = (headline: string) =>
  headline.split('*').map((text, index) => ({ text, isAccent: index % 2 === 1 }));

const emphasise = (text: string): string =>
  mustache
    .escape(text)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
