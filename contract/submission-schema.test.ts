import { describe, expect, test } from 'vitest';
import { readEmail } from './clean-email.ts';
import { type FieldTable, fieldNames, fieldTable } from './fields.ts';
import { honeypotField } from './submission.ts';
import {
  createParsers,
  isBrowserValidEmail,
  type ParseResult,
  parseContact,
  parseWaitlist,
} from './submission-schema.ts';

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

const fieldsOf = (result: ParseResult) => (result.ok ? result.submission.fields : null);
const problemsOf = (result: ParseResult) => (result.ok ? null : result.fields);

describe('waitlist body', () => {
  test('a creator keeps exactly the creator fields, trimmed', () => {
    const result = parseWaitlist(creator);
    expect(result).toMatchObject({
      ok: true,
      submission: {
        kind: 'creator',
        fields: { name: 'Ana', email: 'ana@example.com', handle: '@ana', city: 'Sydney', bio: 'Bars.' },
        honeypotFilled: false,
      },
    });
    expect(Object.keys(fieldsOf(result) ?? {})).toEqual(fieldNames('creator'));
  });

  test('a venue may leave the website out, or write any text there', () => {
    for (const website of ['', 'no url at all', 'javascript:alert(1)']) {
      expect(fieldsOf(parseWaitlist({ ...venue, website }))).toMatchObject({ website });
    }
  });

  test.each([
    [creator, ['name', 'email', 'handle', 'city', 'bio']],
    [venue, ['name', 'email', 'venueName', 'city', 'message']],
  ] as const)('of %o must be filled in: %s', (body, required) => {
    for (const field of required)
      for (const empty of ['', ' \n\u00a0'])
        expect(problemsOf(parseWaitlist({ ...body, [field]: empty }))).toHaveProperty(field);
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

  test('a filled honeypot is accepted and reported', () => {
    const result = parseWaitlist({ ...creator, [honeypotField]: 'x' });
    expect(result.ok && result.submission.honeypotFilled).toBe(true);
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

describe('text that nobody can see', () => {
  test.each([
    ['marks of direction', '\u202a\u200eana@exam\u200fple.com\u202c'],
    ['zero-width characters', '\ufeffana\u200b@example\u2060.com\u200d'],
    ['no-break space', '\u00a0ana@example.com\u202f\u200b '],
    ['a soft hyphen', 'ana@exam\u00adple.com'],
  ])('is taken out of an email address: %s', (_what, email) => {
    expect(fieldsOf(parseWaitlist({ ...creator, email }))).toMatchObject({ email: 'ana@example.com' });
    expect(fieldsOf(parseContact({ name: 'Ana', email, message: 'Hi' }))).toMatchObject({
      email: 'ana@example.com',
    });
  });

  test.each([
    'ana＠example.com',
    'ana＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ａｎａ@example。com',
    '　ana@example｡com　',
  ])('an email address from a Japanese keyboard is taken: %s', (email) => {
    expect(fieldsOf(parseWaitlist({ ...creator, email }))).toMatchObject({ email: 'ana@example.com' });
  });

  test('leaves the other characters of an email address as they were typed', () => {
    expect(fieldsOf(parseWaitlist({ ...creator, email: 'Ana@\u212aiosk.example' }))).toMatchObject({
      email: 'Ana@\u212aiosk.example',
    });
    expect(problemsOf(parseWaitlist({ ...creator, email: 'ana@example.com\u00a0no' }))).toHaveProperty(
      'email',
    );
  });

  test.each([
    ['zero-width space', '\u200b'],
    ['word joiner', '\u2060\u2060'],
    ['Hangul filler', '\u3164'],
    ['halfwidth Hangul filler', '\uffa0'],
    ['empty Braille pattern', '\u2800 \u2800'],
    ['tag characters', '\u{e0041}\u{e0064}\u{e007f}'],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['direction marks', '\u200f\u202e\u2066\u061c'],
    ['soft hyphen', '\u00ad'],
    ['byte order mark', '\ufeff'],
    ['controls', '\u0007\u001b\u0085'],
    ['interlinear annotation marks', '\ufff9\ufffb'],
    ['object replacement', '\ufffc'],
    ['musical null notehead', '\u{1d159}'],
  ])('is missing where a value is required: %s', (_what, name) => {
    expect(problemsOf(parseWaitlist({ ...creator, name }))).toEqual({ name: 'Please fill in this field.' });
    expect(problemsOf(parseContact({ name: 'Ana', email: 'a@b', message: name }))).toHaveProperty('message');
    expect(parseWaitlist({ ...venue, website: name }).ok).toBe(true);
  });

  test.each(['\u200bA', '👩‍🚀', 'é', '漢', '\u2801', '-', '\u0601', '\u202eنور', '\ufffd'])(
    'beside what can be seen is taken: %j',
    (name) => {
      expect(parseWaitlist({ ...creator, name }).ok).toBe(true);
    },
  );
});

describe('a field that was added later', () => {
  const table = {
    ...fieldTable,
    followers: {
      kinds: { creator: 'required' },
      label: 'Followers',
      maxCharacters: 20,
      control: { type: 'text', autoComplete: 'off' },
      addedOn: '2026-12-01',
    },
  } as const satisfies FieldTable;
  const later = createParsers(table);

  test('may be missing, because pages that were opened before do not send it', () => {
    const result = later.parseWaitlist(creator);
    expect(result.ok && result.submission).toMatchObject({ kind: 'creator', fields: { followers: '' } });
    expect(later.parseWaitlist(venue).ok).toBe(true);
  });

  test('is checked like any other where it is sent', () => {
    const result = later.parseWaitlist({ ...creator, followers: ' 900 ' });
    expect(result.ok && result.submission).toMatchObject({ fields: { followers: '900' } });
    expect(problemsOf(later.parseWaitlist({ ...creator, followers: '' }))).toHaveProperty('followers');
    expect(problemsOf(later.parseWaitlist({ ...creator, followers: 7 }))).toHaveProperty('followers');
    expect(problemsOf(later.parseWaitlist({ ...creator, followers: '9'.repeat(21) }))).toHaveProperty(
      'followers',
    );
    expect(later.parseWaitlist({ ...venue, followers: '' }).ok).toBe(true);
  });

  test('leaves the keys of the first version as they were: each must be there', () => {
    const { city: _, ...withoutCity } = creator;
    expect(problemsOf(later.parseWaitlist(withoutCity))).toEqual({ city: 'Is missing.' });
    expect(later.parseContact({ name: 'Ana', email: 'a@b', message: 'Hi', followers: '9' }).ok).toBe(false);
  });
});

describe('email', () => {
  test.each(['a@b', "o'hara+x@sub.example.com", "'a'@b", '.a.@b', 'jane@bücher.example', 'jane@例え.テスト'])(
    '%s passes as in a browser',
    (email) => {
      expect(isBrowserValidEmail(email)).toBe(true);
      expect(readEmail(email)).toBe(email);
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
