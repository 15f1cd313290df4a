import { expect, test } from 'vitest';
import {
  contactKeys,
  definitionOf,
  type FieldName,
  type FieldsOf,
  fieldNames,
  fieldTable,
  fieldValue,
  waitlistKeys,
} from './fields.ts';
import { operatorField } from './operator-fields.ts';
import { submissionKinds } from './submission.ts';

const isOfFirstVersion = (key: string) =>
  !Object.entries(fieldTable).some(([name, { addedOn }]) => name === key && addedOn !== undefined);

const addedOnAdvice =
  'Pages that are open in browsers do not send a new key: give the new field the date of its addition (addedOn) in contract/fields.ts.';

test('the waitlist sends exactly the nine keys of the specification, and what was added since', () => {
  expect(waitlistKeys.filter(isOfFirstVersion), addedOnAdvice).toEqual([
    'name',
    'email',
    'handle',
    'venueName',
    'website',
    'city',
    'bio',
    'message',
    'isVenueForm',
  ]);
});

test('the contact form sends exactly the three keys of the specification, and what was added since', () => {
  expect(contactKeys.filter(isOfFirstVersion), addedOnAdvice).toEqual(['name', 'email', 'message']);
});

test.each([
  ['creator', ['name', 'email', 'handle', 'city', 'bio']],
  ['venue', ['name', 'email', 'venueName', 'city', 'message']],
  ['contact', ['name', 'email', 'message']],
] as const)('a %s must fill in what the specification requires', (kind, required) => {
  const isRequired = (name: FieldName) => definitionOf(name).kinds[kind] === 'required';
  expect(fieldNames(kind).filter(isOfFirstVersion).filter(isRequired)).toEqual(required);
});

const all = fieldNames(...submissionKinds).map(operatorField);

test('every field has its own column in the export', () => {
  const columns = all.map(({ column }) => column);
  expect(new Set(columns).size, `two fields have the same column: ${columns.join(', ')}`).toBe(all.length);
});

test('a field that the kind does not have is empty', () => {
  const fields = Object.fromEntries(fieldNames('contact').map((name) => [name, `the ${name}`]));
  const contact = { kind: 'contact', fields: fields as FieldsOf<'contact'> } as const;
  expect(fieldValue(contact, 'message')).toBe('the message');
  expect(fieldValue(contact, 'city')).toBe('');
});
