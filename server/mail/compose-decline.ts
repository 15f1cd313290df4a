import { brand } from '#contract/brand.ts';
import { createFill, fitName, type LetterComposerOptions, type LetterRecipient } from './compose-letter.ts';
import { wrapPlain } from './plain-letter.ts';

/** Composes the letters to the declined: a few lines of plain text, without a picture. */
export function createDeclineComposer({ words, ...options }: LetterComposerOptions) {
  const fillAt = createFill(options);
  return ({ kind, name, appliedAtMs }: LetterRecipient): { subject: string; text: string } => {
    const { subject, headline, headlineWithoutName, paragraphs } = words.declined[kind];
    const fill = fillAt(appliedAtMs);
    const fitted = fitName(name);
    const greeting =
      fitted === null ? fill(headlineWithoutName) : fill(headline).replace('{name}', () => fitted);
    const text = [greeting, ...paragraphs.map(fill), brand.name].map((part) => wrapPlain(part));
    return { subject: fill(subject), text: `${text.join('\n\n')}\n` };
  };
}
