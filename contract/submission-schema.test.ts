import { describe, expect, test } from 'vitest';
import { trapField } from './submission.ts';
import { isBrowserValidEmail, parseContact, parseWaitlist } from './submission-schema.ts';

const creator = {
  name: ' Ana ',
  email: 'ana@example.com',
  handle: '@ana',
  venueName: '',
  website: '',
  city: 'Sydney',
  bio: 'Bars.',
  message: '',
  isVenueForm: false,
};
const venue = { ...creator, isVenueForm: true, venueName: 'Bar', message: 'Seats.', handle: '', bio: '' };

const fieldsOf = (result: ReturnType<typeof parseWaitlist>) => (result.ok ? result.submission.fields : null);
const problemsOf = (result: ReturnType<typeof parseWaitlist>) => (result.ok ? null : result.fields);

describe('waitlist body', () => {
  test('a creator keeps exactly the creator fields, trimmed', () => {
    expect(parseWaitlist(creator)).toEqual({
      ok: true,
      submission: {
        kind: 'creator',
        fields: { name: 'Ana', email: 'ana@example.com', handle: '@ana', city: 'Sydney', bio: 'Bars.' },
        trapped: false,
      },
    });
  });

  test('a venue may leave the website out, or write any text there', () => {
    for (const website of ['', 'no url at all', 'javascript:alert(1)']) {
      expect(fieldsOf(parseWaitlist({ ...venue, website }))).toMatchObject({ website });
    }
  });

  test.each(['name', 'email', 'handle', 'city', 'bio'])('a creator must fill in %s', (field) => {
    expect(problemsOf(parseWaitlist({ ...creator, [field]: ' \n\u00a0' }))).toHaveProperty(field);
  });

  test.each(['name', 'email', 'venueName', 'city', 'message'])('a venue must fill in %s', (field) => {
    expect(problemsOf(parseWaitlist({ ...venue, [field]: '' }))).toHaveProperty(field);
  });

  test.each(Object.keys(creator))('the key %s must be there and of its type', (key) => {
    const { [key]: _left, ...rest } = creator as Record<string, unknown>;
    expect(problemsOf(parseWaitlist(rest))).toEqual({ [key]: 'Is missing.' });
    expect(problemsOf(parseWaitlist({ ...creator, [key]: null }))).toHaveProperty(key);
    expect(problemsOf(parseWaitlist({ ...creator, [key]: ['x'] }))).toHaveProperty(key);
  });

  test('an unknown key is refused and not named', () => {
    const result = parseWaitlist({ ...creator, secretKey: 'secret value' });
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toMatch(/secret/);
  });

  test.each([[null], [[]], ['text'], [7], [true], [undefined]])('%j is no body', (body) => {
    expect(parseWaitlist(body).ok).toBe(false);
    expect(parseContact(body).ok).toBe(false);
  });

  test('a filled trap field is taken and told apart', () => {
    const result = parseWaitlist({ ...creator, [trapField]: 'x' });
    expect(result.ok && result.submission.trapped).toBe(true);
  });

  test('the limits count characters, not code units, and stand after trimming', () => {
    expect(parseWaitlist({ ...creator, bio: `  ${'😀'.repeat(5000)}  ` }).ok).toBe(true);
    const result = parseWaitlist({ ...creator, bio: 'a'.repeat(5001), name: 'n'.repeat(201) });
    expect(problemsOf(result)).toEqual({
      bio: 'May have at most 5,000 characters.',
      name: 'May have at most 200 characters.',
    });
  });

  test('what a form lets through and a database does not becomes U+FFFD', () => {
    expect(fieldsOf(parseWaitlist({ ...creator, bio: 'a\0b\ud800c' }))).toMatchObject({
      bio: 'a\ufffdb\ufffdc',
    });
  });

  test('direction marks, control characters and markup are kept as given', () => {
    const bio = '\u202eevil <!channel> *b* \u0007 שלום 👩‍🚀';
    expect(fieldsOf(parseWaitlist({ ...creator, bio }))).toMatchObject({ bio });
  });
});

describe('email', () => {
  test.each(['a@b', "o'hara+x@sub.example.com", '.a.@b', 'jane@bücher.example', 'jane@例え.テスト'])(
    '%s passes as in a browser',
    (email) => {
      expect(isBrowserValidEmail(email)).toBe(true);
    },
  );
  test.each([
    '',
    '@',
    'a@',
    '@b',
    'a b@c',
    'a@b.',
    'a@-b',
    'a@b@c',
    'ä@b',
    'a@b/c',
    'jane@bü/cher',
    'a@ü:80',
    'a@b\nc',
  ])('%j fails as in a browser', (email) => {
    expect(isBrowserValidEmail(email)).toBe(false);
  });
});
