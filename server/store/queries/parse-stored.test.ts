import { expect, test } from 'vitest';
import { parseStored } from './parse-stored.ts';

test('a row is typed by its kind, its fields as they were stored', () => {
  const fields = { name: 'Ada', email: 'ada@example.com', message: ' Hi\n' };
  expect(parseStored({ kind: 'contact', fields: JSON.stringify(fields) })).toEqual({
    kind: 'contact',
    fields,
  });
});

test('a row from before a field was added reads it as empty', () => {
  const fields = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
  expect(parseStored({ kind: 'contact', fields }).fields).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    message: '',
  });
});

test('what a row holds of a field that is no longer in the table is kept', () => {
  const fields = JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hi', shoeSize: '38' });
  expect(parseStored({ kind: 'contact', fields }).fields).toMatchObject({ shoeSize: '38' });
});
