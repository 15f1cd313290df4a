import { brand } from '#contract/brand.ts';
import type { InvitationWords } from './letter-words.ts';

/** Columns. Old programs show these without wrapping again, also after `> ` before a quoted line. */
const width = 66;
const indent = '    ';

/** An invitation's words, with the name in the headline, and the address of its answer. */
export type Invitation = Omit<InvitationWords, 'headline'> & { headline: string; answerUrl: string };

/** The letter as plain text: the same words, set with lines and space. */
export function composePlainLetter(words: Invitation): string {
  const rule = '-'.repeat(width);
  const steps = words.steps.map(({ title, text }, index) =>
    [`${index + 1}   ${plain(title)}`, wrap(plain(text), width - 4, indent)].join('\n'),
  );
  return `${[
    centre([...brand.name.toUpperCase()].join(' ')),
    centre(brand.tagline),
    rule,
    centre(words.lead),
    centre(plain(words.headline)),
    rule,
    ...words.opening.map((text) => wrap(plain(text))),
    words.stepsTitle.toUpperCase(),
    ...steps,
    ...words.closing.map((text) => wrap(plain(text))),
    words.replyTitle.toUpperCase(),
    wrap(plain(words.answer.text)),
    // Alone on its line, so that no program takes a sign into it.
    words.answerUrl,
    ...words.reply.map((text) => wrap(plain(text))),
    rule,
    words.whyTitle,
    ...words.why.map((text) => wrap(plain(text))),
  ].join('\n\n')}\n`;
}

const plain = (text: string): string => text.replaceAll('*', '');

const centre = (text: string): string => {
  const lines = wrap(text, width).split('\n');
  return lines
    .map((line) => `${' '.repeat(Math.max(0, Math.floor((width - [...line].length) / 2)))}${line}`)
    .join('\n');
};

/** Lines of at most so many characters, cut at spaces; a longer word stands alone. */
export function wrap(text: string, columns = width, before = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && [...longer].length > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => `${before}${each}`).join('\n');
}
