import { expect, test } from 'vitest';
import { contactKeys, fieldTable, waitlistKeys } from './fields.ts';

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
