import { expect, test } from 'vitest';
import { contactKeys, definitionOf, fieldNames, fieldTable, fieldValue, waitlistKeys } from './fields.ts';
import { submissionKinds } from './submission.ts';

const isOfFirstVersion = (key: string) =>
  !Object.entries(fieldTable).some(([name, { addedOn }]) => name === key && addedOn !== undefined);

test('the waitlist sends exactly the nine keys of the specification, and what was added since', () => {
  expect(waitlistKeys.filter(isOfFirstVersion)).toEqual([
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
  expect(contactKeys.filter(isOfFirstVersion)).toEqual(['name', 'email', 'message']);
});

const all = fieldNames(...submissionKinds).map(definitionOf);

test('every field has its own place in the message and its own column in the export', () => {
  expect(new Set(all.map(({ slack }) => slack.order)).size).toBe(all.length);
  expect(new Set(all.map(({ column }) => column)).size).toBe(all.length);
});

test('a field that the kind does not have is empty', () => {
  const contact = {
    kind: 'contact',
    fields: { name: 'Ada', email: 'ada@example.com', message: 'Hi' },
  } as const;
  expect(fieldValue(contact, 'message')).toBe('Hi');
  expect(fieldValue(contact, 'city')).toBe('');
});
