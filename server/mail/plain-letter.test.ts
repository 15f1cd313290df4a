import { expect, test } from 'vitest';
import { composePlainLetter, wrap } from './plain-letter.ts';

const letter = composePlainLetter({
  subject: 'Come in',
  preview: 'Preview',
  lead: 'Not everyone makes the list.',
  headline: 'Ada, *you did.*',
  headlineWithoutName: '*You* did.',
  opening: ['word '.repeat(40).trim()],
  stepsTitle: 'What follows',
  steps: [
    { title: 'Your *card.*', text: 'step '.repeat(30).trim() },
    { title: 'Your evening.', text: 'Short.' },
  ],
  closing: ['We launch.'],
  replyTitle: 'Your answer',
  reply: ['Reply to *this* letter.'],
  answer: { text: 'Answer here.', button: 'Answer' },
  answerUrl: `https://entree.example/answer/${'t'.repeat(30)}`,
  whyTitle: 'Why you got this',
  why: ['You applied.'],
});
const lines = letter.split('\n');

test('a letter as text has the name of the house and the headline in the middle of 66 columns', () => {
  expect(lines[0]).toBe(`${' '.repeat(27)}E N T R É E`);
  expect(lines).toContain(`${' '.repeat(26)}Ada, you did.`);
  expect(lines.filter((line) => line === '-'.repeat(66))).toHaveLength(3);
});

test('its titles are in capitals, its steps are counted from 1 and stand in by four columns, and it has no marks', () => {
  expect(lines).toContain('WHAT FOLLOWS');
  expect(lines).toContain('YOUR ANSWER');
  expect(lines).toContain('1   Your card.');
  expect(lines).toContain('2   Your evening.');
  expect(lines).toContain('    Short.');
  expect(letter).not.toContain('*');
});

test('no line of it is wider than 66 columns, and those of its steps end there too', () => {
  const widths = (word: string) =>
    lines.filter((line) => line.includes(`${word} ${word}`)).map((line) => line.length);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(66);
  expect(widths('word')).toEqual([64, 64, 64]);
  expect(widths('step')).toEqual([63, 63, 33]);
});

test('the address of the answer stands alone on its line, so that no program takes a sign into it', () => {
  expect(lines).toContain(`https://entree.example/answer/${'t'.repeat(30)}`);
});

test.each([
  ['a line of exactly the width stays one', 'four five', 9, 'four five'],
  ['one character more begins another', 'four five', 8, 'four\nfive'],
  ['a longer word stands alone', 'a much-longer-word b', 6, 'a\nmuch-longer-word\nb'],
  ['a letter outside the basic plane is one character', '𝒳𝒳𝒳 𝒳𝒳𝒳', 7, '𝒳𝒳𝒳 𝒳𝒳𝒳'],
])('%s', (_, text, columns, expected) => {
  expect(wrap(text, columns)).toBe(expected);
});
