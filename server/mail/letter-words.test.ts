import { expect, test } from 'vitest';
import { sampleLetterWords as text } from '#test/sample-letter-words.ts';
import { LetterWordsError, parseLetterWords } from './letter-words.ts';

const lineOf = (words: string): number => text.slice(0, text.indexOf(words)).split('\n').length;

function problemsOf(changed: string): readonly string[] {
  try {
    parseLetterWords(changed);
    return [];
  } catch (error) {
    if (error instanceof LetterWordsError) return error.problems;
    throw error;
  }
}

test.each([
  ['a placeholder that is not known', 'by post', 'by {post}', '{post} is not known'],
  ['the name outside the headline', 'Subject: Come', 'Subject: {name}, come', 'only the headline'],
  ['HTML', 'by post.', '<b>by post.</b>', 'takes no HTML'],
  ['a lonely asterisk', '*come in.*', '*come in.', 'has no counterpart'],
  ['a step without a title', '**Card.** It', 'Card. It', 'a step is written'],
  ['a list without numbers', '1. **Card', '- **Card', 'lists are numbered'],
  ['a headline without a name', '{name}, *come', 'Ada, *come', 'the headline has no {name}'],
  ['a wrong one for people who were added', 'Added: We', 'Added: {post} we', '{post} is not known'],
  ['a subject that lists cut', 'Subject: Come', `Subject: ${'Come '.repeat(30)}`, 'more than 78'],
])('%s is named with its line', (_what, from, to, problem) => {
  expect(text).toContain(from);
  expect(problemsOf(text.replace(from, to))).toEqual([
    expect.stringMatching(new RegExp(`^line ${lineOf(from)}: .*${RegExp.escape(problem)}`)),
  ]);
});

test.each([
  ['a missing line', /^Lead:.*\n/m, '"Lead:" is missing of "# Creator"'],
  ['a missing chapter', /^## Why you got this\n\n.*\n/m, 'it needs three with ##'],
  ['a missing kind', /^# Venue\n/m, 'there is no chapter "# Venue"'],
  ['missing steps', /^\d\. .*\n/gm, 'has 0 steps'],
])('%s is named', (_what, from, problem) => {
  expect(problemsOf(text.replace(from, ''))).toContainEqual(expect.stringContaining(problem));
});

test('a sentence of the team stands in both letters to the declined, before the last paragraph', () => {
  const { declined } = parseLetterWords(`${text}\nThe next list is in {launch}.\n`);
  for (const { paragraphs } of [declined.creator, declined.venue])
    expect(paragraphs.at(-2)).toBe('The next list is in {launch}.');
  expect(parseLetterWords(text.replace(/^# Declined, our own sentence\n/m, '')).declined).toEqual(
    parseLetterWords(text).declined,
  );
  expect(problemsOf(text.replace('You need not', '*You* need not'))).toEqual([
    expect.stringContaining('plain text, without *'),
  ]);
});
