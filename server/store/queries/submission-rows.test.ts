import { expect, test } from 'vitest';
import { fieldNames } from '#contract/fields.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { applicantRow, parseStored } from './submission-rows.ts';

test('a row from before a field was added reads it as empty', () => {
  const fields = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
  const empty = Object.fromEntries(fieldNames('contact').map((name) => [name, '']));
  expect(parseStored({ kind: 'contact', fields }).fields).toEqual({
    ...empty,
    name: 'Ada',
    email: 'ada@example.com',
  });
});

test('what a row holds of a field that is no longer in the table is kept', () => {
  const fields = JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hi', shoeSize: '38' });
  expect(parseStored({ kind: 'contact', fields }).fields).toMatchObject({ shoeSize: '38' });
});

test.each([
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), 'x'.repeat(100)],
  [`${'x'.repeat(99)}\u{1f600}`, `${'x'.repeat(99)}\ufffd`],
])('the list keeps 100 characters of a city', (city, kept) => {
  expect(applicantRow(newSubmission({ fields: { city } })).city).toBe(kept);
});
