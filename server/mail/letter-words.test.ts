import { describe, expect, test } from 'vitest';
import { letterKinds } from '#contract/review.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { letterWords, type Origin } from './letter-words.ts';

const origins = ['applied', 'added'] satisfies Origin[];
const letters = letterKinds.flatMap((letter) =>
  waitlistKinds.flatMap((kind) => origins.map((origin) => [letter, kind, origin] as const)),
);

describe.each(letters)('the letter %s to a %s who %s', (letter, kind, origin) => {
  const words = letterWords[letter][kind]({
    site: 'entree.example',
    date: '21 November 2026',
    origin,
    answerUrl: 'https://entree.example/answer/example',
  });
  const headlines = [words.headline('Ada'), words.headlineWithoutName];
  const { texts, lines, emphasised } =
    'paragraphs' in words
      ? { texts: words.paragraphs, lines: [...words.paragraphs, ...headlines], emphasised: [] }
      : {
          texts: [...words.opening, ...words.reply, ...words.why],
          lines: [
            ...[words.preview, words.lead, words.stepsTitle, words.replyTitle, words.whyTitle],
            ...words.steps.flatMap(({ title, text }) => [title, text]),
          ],
          emphasised: [...words.opening, ...words.closing, ...words.reply, ...words.why, ...headlines],
        };
  const all = [words.subject, ...lines, ...emphasised];

  test('has a text on each line, without HTML and without a placeholder that nothing fills in', () => {
    expect(texts.length).toBeGreaterThan(0);
    for (const text of all) {
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/[<>{}\n]|undefined|null|\[object/);
      expect(text, 'the list in a letter is its steps').not.toMatch(/^([-+]|\d+\.) /);
    }
  });

  test('has a subject that lists do not cut, and the name in the headline', () => {
    expect([...words.subject].length).toBeLessThanOrEqual(78);
    expect(words.headline('Ada')).toContain('Ada');
  });

  test('has stars only where they set italics or bold, in pairs', () => {
    for (const text of [words.subject, ...lines]) expect(text).not.toContain('*');
    for (const text of emphasised) expect(text.split(/\*\*|\*/).length % 2, text).toBe(1);
  });

  test('has one to six steps, where it has steps', () => {
    if ('paragraphs' in words) return;
    expect(words.steps.length).toBeGreaterThan(0);
    expect(words.steps.length).toBeLessThanOrEqual(6);
  });
});
