import { expect, test } from 'vitest';
import { contactKeys, waitlistKeys } from '#contract/fields.ts';
import { honeypotField } from '#contract/submission.ts';
import { buildContactBody, buildWaitlistBody } from '#site/islands/submission/bodies.ts';

function fill(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const everything = {
  name: 'Ada',
  email: 'ada@example.com',
  handle: '@ada',
  venueName: 'The Engine',
  website: 'engine',
  city: 'Sydney',
  bio: 'I write.',
  message: 'We pour.',
};

test('a creator sends all keys in order, with what only venues show empty', () => {
  const body = buildWaitlistBody(fill(everything), 'creator');
  expect(Object.keys(body)).toEqual([...waitlistKeys]);
  expect(body).toMatchObject({ ...everything, venueName: '', website: '', message: '', isVenueForm: false });
});

test('a venue sends all keys in order, with what only creators show empty', () => {
  const body = buildWaitlistBody(fill(everything), 'venue');
  expect(Object.keys(body)).toEqual([...waitlistKeys]);
  expect(body).toMatchObject({ ...everything, handle: '', bio: '', isVenueForm: true });
});

test('a control that is missing is an empty string', () => {
  expect(buildWaitlistBody(fill({}), 'venue').website).toBe('');
});

test('text travels as it was typed', () => {
  expect(buildContactBody(fill({ ...everything, message: '  two\n lines ' })).message).toBe('  two\n lines ');
});

test('a contact message sends its own keys and no others', () => {
  const body = buildContactBody(fill(everything));
  expect(Object.keys(body)).toEqual([...contactKeys]);
  expect(body).toMatchObject({
    name: 'Ada',
    email: 'ada@example.com',
    message: 'We pour.',
  });
});

test('the honeypot is sent only when something filled it in', () => {
  expect(buildContactBody(fill({ ...everything, [honeypotField]: '' }))).not.toHaveProperty(honeypotField);
  expect(buildContactBody(fill({ ...everything, [honeypotField]: 'x' }))).toHaveProperty(honeypotField, 'x');
  expect(buildWaitlistBody(fill({ ...everything, [honeypotField]: 'x' }), 'venue')).toHaveProperty(
    honeypotField,
    'x',
  );
});
