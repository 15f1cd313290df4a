import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mustache from 'mustache';
import { brand } from '#contract/brand.ts';
import { cleanLine, isolateDirection } from '#contract/clean-text.ts';
import type { Submission } from '#contract/fields.ts';
import { answerFolder, exampleToken } from '#contract/invitation-answer.ts';
import type { LetterKind } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { type AllLetterWords, letterWords } from './letter-words.ts';
import { composePlainLetter, type Invitation, wrap } from './plain-letter.ts';
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
  /** Others than those that are sent, in tests. */
  words?: AllLetterWords;
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
export function createLetterComposer({ words = letterWords, siteUrl, timeZone }: LetterComposerOptions) {
  const frames = readFrames();
  const picture = { id: pictureId, fileName: 'invitation.png', png: readFileSync(pictureFile) };
  const dayFormat = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone });

  /** @param token of the page on which an invitation is answered; of a letter that is sent, its own */
  return (
    letterKind: LetterKind,
    { kind, name, appliedAtMs, addedAtMs }: LetterRecipient,
    token = exampleToken,
  ): ComposedLetter => {
    const answerUrl = `${siteUrl}${answerFolder}${token}`;
    const letter = words[letterKind][kind]({
      site: new URL(siteUrl).host,
      date: dayFormat.format(addedAtMs ?? appliedAtMs),
      origin: addedAtMs === null ? 'applied' : 'added',
      answerUrl,
    });
    const { subject, headlineWithoutName } = letter;
    const fitted = fitName(name);
    if ('paragraphs' in letter) {
      const headline = fitted === null ? headlineWithoutName : letter.headline(fitted);
      const text = [headline, ...letter.paragraphs, brand.name].map((part) => wrap(part)).join('\n\n');
      return { subject, text: `${text}\n`, html: null, picture: null };
    }
    const headline = fitted === null ? headlineWithoutName : letter.headline(fitted.replaceAll('*', '＊'));
    const invitation = { ...letter, headline, answerUrl };
    const html = composeHtml(frames[kind], invitation);
    return { subject, html, text: composePlainLetter(invitation), picture };
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

function composeHtml(frame: string, words: Invitation): string {
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
