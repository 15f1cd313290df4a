import { expect, test } from 'vitest';
import { contactKeys, waitlistKeys } from '#contract/fields.ts';
import { honeypotField } from '#contract/submission.ts';
import { buildBody } from '#site/islands/submission/build-body.ts';

function fill(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test.each(['creator', 'venue'] as const)(
  'a %s sends all keys in order; what has no control is empty',
  (kind) => {
    const body = buildBody(fill({ name: 'Ada' }), kind);
    expect(Object.keys(body)).toEqual([...waitlistKeys]);
    expect(body).toMatchObject({ name: 'Ada', venueName: '', bio: '', isVenueForm: kind === 'venue' });
  },
);

test('a contact message sends its own keys and no others, and text travels as it was typed, without the space around it', () => {
  const message = 'two\n lines';
  const body = buildBody(fill({ name: 'Ada', message: `  ${message} `, handle: '@ada' }), 'contact');
  expect(Object.keys(body)).toEqual([...contactKeys]);
  expect(body).toMatchObject({ name: 'Ada', message });
});

test('the honeypot is sent only when something filled it in', () => {
  expect(buildBody(fill({ [honeypotField]: '' }), 'contact')).not.toHaveProperty(honeypotField);
  expect(buildBody(fill({ [honeypotField]: 'x' }), 'venue')).toHaveProperty(honeypotField, 'x');
});
