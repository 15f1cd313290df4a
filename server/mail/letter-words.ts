import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WaitlistKind } from '#contract/submission.ts';

/** The file that the owner edits; the comment at its top says how. */
export const lettersFile = join(import.meta.dirname, 'letter-words.md');

/** The words of one kind's letter, with their placeholders. */
export interface LetterWords {
  subject: string;
  /** The text that a mailbox shows beside the subject. */
  preview: string;
  lead: string;
  headline: string;
  headlineWithoutName: string;
  opening: readonly string[];
  stepsTitle: string;
  steps: readonly { title: string; text: string }[];
  closing: readonly string[];
  replyTitle: string;
  reply: readonly string[];
  whyTitle: string;
  why: readonly string[];
}

/** The words of one kind's letter to the declined, with their placeholders. */
export interface DeclineWords extends Pick<LetterWords, 'subject' | 'headline' | 'headlineWithoutName'> {
  /** With the team's own sentence, where there is one. */
  paragraphs: readonly string[];
}

type WordsOfKinds = Readonly<Record<WaitlistKind, LetterWords>> & {
  readonly declined: Readonly<Record<WaitlistKind, DeclineWords>>;
};

export type AllLetterWords = WordsOfKinds & {
  /** To those whom the team imported or added. */
  readonly added: WordsOfKinds;
};

/** Everything that is wrong with the file, each with its line. */
export class LetterWordsError extends Error {
  override readonly name = 'LetterWordsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The words of the letter cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\nThe file is ${lettersFile}; its head says how it is written.`,
    );
    this.problems = problems;
  }
}

/** @throws {LetterWordsError} naming every problem at once */
export function readLetterWords(): AllLetterWords {
  let text: string;
  try {
    text = readFileSync(lettersFile, 'utf8');
  } catch (error) {
    throw new LetterWordsError([
      `it cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
    ]);
  }
  return parseLetterWords(text);
}

const lineNames = {
  Subject: 'subject',
  Preview: 'preview',
  Lead: 'lead',
  Headline: 'headline',
  'Headline without a name': 'headlineWithoutName',
} as const;
type LineName = keyof typeof lineNames;

const invitationLines = Object.keys(lineNames) as LineName[];
const declineLines: readonly LineName[] = ['Subject', 'Headline', 'Headline without a name'];

/** The chapters with one #, as they are titled; the last may be left out. */
const chapterTitles = [
  'Creator',
  'Venue',
  'Creator, declined',
  'Venue, declined',
  'Declined, our own sentence',
] as const;
type ChapterTitle = (typeof chapterTitles)[number];

const placeholders = ['brand', 'tagline', 'city', 'launch', 'site', 'date'] as const;
const maxSubjectCharacters = 78;
const maxSteps = 6;

interface Block {
  line: number;
  text: string;
  /** It stands in place of the one before it in the letters to those who were added. */
  isForAdded: boolean;
}

const addedMark = 'Added: ';

interface Chapter {
  line: number;
  title: string;
  blocks: Block[];
}

/** @throws {LetterWordsError} naming every problem at once */
export function parseLetterWords(text: string): AllLetterWords {
  const problems: string[] = [];
  const chapters = splitChapters(text, problems);
  const readKinds = (isAdded: boolean): WordsOfKinds => {
    const find = (title: ChapterTitle) => {
      const own = chapters.get(title);
      if (own === undefined) problems.push(`there is no chapter "# ${title}"`);
      return (own ?? []).map((part) => ({ ...part, blocks: blocksFor(part.blocks, isAdded) }));
    };
    const invitation = (title: ChapterTitle) => readInvitation(find(title), title, problems);
    const ours = (chapters.get('Declined, our own sentence') ?? []).flatMap(({ blocks }) =>
      textsOf(blocksFor(blocks, isAdded)),
    );
    const decline = (title: ChapterTitle) => readDecline(find(title), title, ours, problems);
    return {
      creator: invitation('Creator'),
      venue: invitation('Venue'),
      declined: { creator: decline('Creator, declined'), venue: decline('Venue, declined') },
    };
  };
  const words = { ...readKinds(false), added: readKinds(true) };
  if (problems.length > 0) throw new LetterWordsError([...new Set(problems)]);
  return words;
}

const blocksFor = (blocks: readonly Block[], isAdded: boolean): Block[] =>
  blocks.filter(({ isForAdded }, index) => (isAdded ? blocks[index + 1]?.isForAdded !== true : !isForAdded));

/**
 * The parts by title: the text before the first `##`, then a chapter for each `##`. Comments are skipped; their lines
 * count.
 */
function splitChapters(text: string, problems: string[]): Map<ChapterTitle, Chapter[]> {
  const found = new Map<ChapterTitle, Chapter[]>();
  const withoutComments = text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ''));
  let current: Chapter[] | undefined;
  let isContinued = false;
  for (const [index, raw] of withoutComments.split(/\r?\n/).entries()) {
    const line = index + 1;
    const words = raw.trim();
    if (words.startsWith('# ')) {
      const title = chapterTitles.find(
        (candidate) => candidate.toLowerCase() === words.slice(2).trim().toLowerCase(),
      );
      if (title === undefined || found.has(title)) {
        problems.push(
          `line ${line}: "${words}" is no chapter, or stands there twice; there are ${chapterTitles.map((known) => `"# ${known}"`).join(', ')}`,
        );
        current = [];
      } else {
        current = [{ line, title: '', blocks: [] }];
        found.set(title, current);
      }
    } else if (words.startsWith('## ')) {
      current?.push({ line, title: words.slice(3).trim(), blocks: [] });
    } else if (words !== '' && current === undefined) {
      problems.push(`line ${line}: text before "# Creator"`);
    } else if (words !== '') {
      const isForAdded = words.startsWith(addedMark);
      const block = { line, text: isForAdded ? words.slice(addedMark.length).trim() : words, isForAdded };
      addLine(current?.at(-1)?.blocks ?? [], block, isContinued);
    }
    isContinued = words !== '' && !words.startsWith('#');
  }
  for (const { blocks } of [...found.values()].flat()) {
    for (const { text: words, line } of blocks) checkText(words, line, problems);
  }
  return found;
}

/** Lines without an empty one between them are one paragraph, as in Markdown. */
function addLine(blocks: Block[], block: Block, isContinued: boolean): void {
  const previous = blocks.at(-1);
  const isOwn = block.isForAdded || isStep(block.text) || findLineName(block.text) !== null;
  if (isContinued && !isOwn && previous !== undefined) previous.text += ` ${block.text}`;
  else blocks.push(block);
}

function checkText(words: string, line: number, problems: string[]): void {
  for (const [whole, name = ''] of words.matchAll(/\{([^{}]*)\}/g)) {
    if (name === 'name') {
      if (!words.startsWith('Headline:')) problems.push(`line ${line}: only the headline may have {name}`);
    } else if (!placeholders.some((known) => known === name)) {
      problems.push(
        `line ${line}: ${whole} is not known; there are ${['name', ...placeholders].map((known) => `{${known}}`).join(', ')}`,
      );
    }
  }
  if (/[<>]/.test(words)) problems.push(`line ${line}: < and > cannot be used; the letter takes no HTML`);
  if ((words.match(/\*/g)?.length ?? 0) % 2 === 1)
    problems.push(`line ${line}: a * has no counterpart; *italics* and **bold** have one on either side`);
  if (/^[-+] /.test(words)) problems.push(`line ${line}: lists are numbered: "1. **Title.** Text"`);
}

function readInvitation(chapters: readonly Chapter[], title: ChapterTitle, problems: string[]): LetterWords {
  const [head, steps, reply, why, surplus] = chapters;
  const of = `of "# ${title}"`;
  if (chapters.length > 0 && why === undefined)
    problems.push(`chapters ${of}: it needs three with ##: what follows, the answer, why they got it`);
  if (surplus !== undefined)
    problems.push(`line ${surplus.line}: "## ${surplus.title}" is a fourth chapter ${of}; there are three`);

  const { lines, paragraphs } = readHead(head, invitationLines, of, problems);
  for (const chapter of [reply, why]) {
    if (chapter?.blocks.length === 0)
      problems.push(`line ${chapter.line}: "## ${chapter.title}" ${of} is empty`);
  }
  return {
    ...lines,
    opening: paragraphs,
    stepsTitle: steps?.title ?? '',
    steps: steps === undefined ? [] : readSteps(steps, of, problems),
    closing: textsOf((steps?.blocks ?? []).filter(({ text }) => !isStep(text))),
    replyTitle: reply?.title ?? '',
    reply: textsOf(reply?.blocks ?? []),
    whyTitle: why?.title ?? '',
    why: textsOf(why?.blocks ?? []),
  };
}

/** The team's own sentence stands before the last paragraph. */
function readDecline(
  chapters: readonly Chapter[],
  title: ChapterTitle,
  ours: readonly string[],
  problems: string[],
): DeclineWords {
  const [head, surplus] = chapters;
  const of = `of "# ${title}"`;
  if (surplus !== undefined)
    problems.push(
      `line ${surplus.line}: "## ${surplus.title}" cannot stand in "# ${title}": it has no chapters`,
    );
  const { lines, paragraphs } = readHead(head, declineLines, of, problems);
  for (const { line, text } of head?.blocks ?? [])
    if (text.includes('*'))
      problems.push(`line ${line}: the letter to the declined is plain text, without *`);
  return { ...lines, paragraphs: [...paragraphs.slice(0, -1), ...ours, ...paragraphs.slice(-1)] };
}

const findLineName = (text: string): LineName | null =>
  invitationLines.find((name) => text.startsWith(`${name}:`)) ?? null;

/** What stands before the first `##`: the lines with a name, and paragraphs. */
function readHead(head: Chapter | undefined, needed: readonly LineName[], of: string, problems: string[]) {
  const lines = { subject: '', preview: '', lead: '', headline: '', headlineWithoutName: '' };
  const paragraphs: string[] = [];
  for (const { line, text } of head?.blocks ?? []) {
    const name = findLineName(text);
    if (name === null) {
      paragraphs.push(text);
      continue;
    }
    if (lines[lineNames[name]] !== '') problems.push(`line ${line}: "${name}:" stands there twice`);
    lines[lineNames[name]] = text.slice(name.length + 1).trim();
    if (name === 'Subject' && [...text].length - 'Subject: '.length > maxSubjectCharacters)
      problems.push(`line ${line}: the subject has more than ${maxSubjectCharacters} characters`);
    if (name === 'Headline' && !text.includes('{name}'))
      problems.push(`line ${line}: the headline has no {name}`);
    if (!name.startsWith('Headline') && text.includes('*'))
      problems.push(`line ${line}: "${name}:" can have no italics`);
  }
  if (head !== undefined) {
    for (const name of needed) {
      if (lines[lineNames[name]] === '') problems.push(`line ${head.line}: "${name}:" is missing ${of}`);
    }
    if (paragraphs.length === 0)
      problems.push(`line ${head.line}: a paragraph is missing behind the lines ${of}`);
  }
  return { lines, paragraphs };
}

const isStep = (text: string): boolean => /^\d+\. /.test(text);

function readSteps({ line, title, blocks }: Chapter, of: string, problems: string[]) {
  const steps = blocks.filter(({ text }) => isStep(text));
  if (steps.length === 0 || steps.length > maxSteps)
    problems.push(`line ${line}: "## ${title}" ${of} has ${steps.length} steps; it needs 1 to ${maxSteps}`);
  return steps.map((block) => {
    const [, stepTitle = '', text = ''] = /^\d+\. \*\*([^*]+)\*\* ([^*]+)$/.exec(block.text) ?? [];
    if (stepTitle === '')
      problems.push(`line ${block.line}: a step is written "1. **Title.** Text", without other italics`);
    return { title: stepTitle, text };
  });
}

const textsOf = (blocks: readonly Block[]): string[] => blocks.map(({ text }) => text);
