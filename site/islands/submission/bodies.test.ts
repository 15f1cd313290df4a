import { expect, test } from 'vitest';
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

test('text travels as it was typed', () => {
  expect(buildContactBody(fill({ ...everything, message: '  two\n lines ' })).message).toBe('  two\n lines ');
});

test('the honeypot is sent only when something filled it in', () => {
  expect(buildContactBody(fill({ ...everything, [honeypotField]: '' }))).not.toHaveProperty(honeypotField);
  expect(buildContactBody(fill({ ...everything, [honeypotField]: 'x' }))).toHaveProperty(honeypotField, 'x');
  expect(buildWaitlistBody(fill({ ...everything, [honeypotField]: 'x' }), 'venue')).toHaveProperty(
    honeypotField,
    'x',
  );
});
