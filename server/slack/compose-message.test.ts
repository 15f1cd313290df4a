import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitionOf, type FieldName, fieldNames } from '#contract/fields.ts';
import { applicantStates } from '#contract/review.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { unreviewed } from '#server/store/review.ts';
import { reviewedAs } from '#test/sample-decisions.ts';
import { storedSubmission } from '#test/sample-submissions.ts';
import { findPayloadProblems, renderPayload } from '#test/slack-payload-rules.ts';
import { composeMessage, maxPerMessage } from './compose-message.ts';
import { describeForTerminal } from './describe-submission.ts';

const id = '01936f3e-8a4b-7cde-8f01-23456789abcd';

const compose = (submissions: Parameters<typeof composeMessage>[0], consoleUrl: string | null = null) =>
  composeMessage(submissions, { timeZone: 'Australia/Sydney', consoleUrl });
const consoleUrl = 'https://console.example.com';
const longOrigin = `https://${'long.'.repeat(40)}example.com`;

const withButtons = { timeZone: 'Australia/Sydney', hasButtons: true, sendsLetters: true };

/** A sample with the id and the texts that these tests look for. */
const submission = ({ fields, ...changes }: Parameters<typeof storedSubmission>[0] = {}) =>
  storedSubmission({
    id,
    fields: { name: 'Ada Lovelace', bio: 'First line.\nSecond line.', ...fields },
    ...changes,
  });

/** These lines in this order; a field that is added to the table has one between them. */
const expectInOrder = (lines: readonly string[], expected: readonly string[]) =>
  expect(lines.filter((line) => expected.includes(line))).toEqual(expected);

const venue = (changes: Partial<Record<FieldName, string>> = {}) =>
  submission({
    kind: 'venue',
    fields: {
      name: 'Bo',
      email: 'bo@bar.example',
      website: 'https://bar.example/menu?a=1&b=2',
      message: 'A small bar.',
      ...changes,
    },
  });

const filled = (kind: SubmissionKind, text: string): Partial<Record<FieldName, string>> =>
  Object.fromEntries(
    fieldNames(kind).map((name) => {
      const { maxCharacters } = definitionOf(name);
      return [name, text.repeat(maxCharacters).slice(0, maxCharacters)];
    }),
  );

const hostilePieces = [
  '&',
  '<',
  '>',
  '"',
  '\\',
  '\n',
  '\t',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200f',
  '\ud83d',
  '\ude00',
  '😀',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  'é',
  'ש',
  'م',
  '漢',
  '<!channel>',
  '<@U012345>',
  '<https://evil.example|here>',
  '@channel',
  '*bold*',
  '`code`',
  '~',
  ':tada:',
  ' ',
  '\u00a0',
  '\u2028',
  'a',
];
const hostileText = (max: number) =>
  fc.oneof(
    fc
      .array(fc.constantFrom(...hostilePieces), { maxLength: 60 })
      .map((pieces) => pieces.join('').slice(0, max)),
    fc.constantFrom(...hostilePieces).map((piece) => piece.repeat(max).slice(0, max)),
    fc.string({ unit: 'binary', maxLength: Math.min(max, 300) }),
  );
const hostileReview = fc
  .record({
    state: fc.constantFrom(...applicantStates),
    from: fc.constantFrom(...applicantStates),
    name: hostileText(80),
  })
  .chain(({ state, from, name }) => fc.constantFrom(unreviewed, reviewedAs(state, { from, name })));

const hostileSubmission = fc.constantFrom(...submissionKinds).chain((kind) =>
  fc
    .record({
      id: fc.uuid(),
      kind: fc.constant(kind),
      fields: fc.record(
        Object.fromEntries(
          fieldNames(kind).map((name) => [name, hostileText(definitionOf(name).maxCharacters)]),
        ),
      ),
      receivedAtMs: fc.integer({ min: 0, max: 4e12 }),
      earlierFromSameEmail: fc.nat({ max: 10_000 }),
      sequence: fc.integer({ min: 1, max: 1e12 }),
      review: hostileReview,
    })
    .map(storedSubmission),
);

describe('the message of one submission', () => {
  test('says a creator in full', () => {
    const payload = compose([submission()]);
    const lines = renderPayload(payload).split('\n');
    expectInOrder(lines, [
      'New creator on the waitlist',
      'Name: Ada Lovelace · #1',
      'Handle: @ada · Instagram · TikTok',
      'City: Sydney',
      'Email: ada@example.com',
      'Bio:',
      'First line.',
      'Second line.',
      `ID ${id}`,
    ]);
    expect(lines.at(-1)).toBe(`ID ${id}`);
    expect(renderPayload(payload)).toContain('2026-11-21T03:04:05.000Z');
    expect(renderPayload(payload)).toContain('Saturday');
    expect(payload.text).toBe('New creator on the waitlist: Ada Lovelace, Sydney');
  });

  test.each([
    ['creator', 'New creator on the waitlist'],
    ['venue', 'New venue on the waitlist'],
    ['contact', 'New message'],
  ] as const)('has the constant header of a %s', (kind, header) => {
    const [block] = compose([submission({ kind, fields: filled(kind, 'x') })]).blocks;
    expect(block).toMatchObject({ type: 'header', text: { type: 'plain_text', text: header } });
  });

  test.each([
    [1, '2nd application from this email'],
    [2, '3rd application from this email'],
    [10, '11th application from this email'],
    [21, '22nd application from this email'],
  ])('marks a repeat after %i earlier ones', (earlierFromSameEmail, mark) => {
    expect(renderPayload(compose([submission({ earlierFromSameEmail })]))).toContain(mark);
    expect(renderPayload(compose([submission()]))).not.toContain('from this email');
  });

  test('links the email so that a click writes to it, and to nobody else', () => {
    expect(JSON.stringify(compose([submission()]))).toContain(
      '{"type":"link","url":"mailto:ada@example.com","text":"ada@example.com"}',
    );
    const email = "a'd+a?cc=b&bcc={c}@example.com";
    expect(JSON.stringify(compose([submission({ fields: { email } })]))).toContain(
      `"url":"mailto:a'd%2Ba%3Fcc%3Db%26bcc%3D%7Bc%7D@example.com"`,
    );
    for (const odd of ['ada@bücher.example', 'ada@example.com, bo@example.com', 'ada']) {
      expect(JSON.stringify(compose([submission({ fields: { email: odd } })]))).not.toContain('mailto:');
    }
    expect(
      JSON.stringify(compose([submission({ fields: { email: 'ada@b\u00fccher.example' } })])),
      'its ASCII form beside it',
    ).toContain('ada@b\u00fccher.example (ada@xn--bcher-kva.example)');
  });

  test('links a website that is a web address, and leaves out an empty one', () => {
    expect(JSON.stringify(compose([venue()]))).toContain(
      '{"type":"link","url":"https://bar.example/menu?a=1&b=2","text":"https://bar.example/menu?a=1&b=2"}',
    );
    expect(renderPayload(compose([venue({ website: '' })]))).not.toContain('Website');
  });

  test.each([
    ['creator', 'applicants'],
    ['contact', 'messages'],
  ] as const)('links a %s to the console, where it has an address', (kind, list) => {
    const one = [submission({ kind, fields: filled(kind, 'x') })];
    expect(linksOf(compose(one, consoleUrl))).toContain(`Open in the console ${consoleUrl}/#/${list}/${id}`);
    expect(renderPayload(compose(one))).not.toContain('console');
  });

  test('carries a 5,000-character bio whole', () => {
    const bio = 'Lorem ipsum '.repeat(420).slice(0, 5_000).trim();
    expect(renderPayload(compose([submission({ fields: { bio } })]))).toContain(bio);
  });

  test('cuts what Slack could not carry and says how to read the rest', () => {
    const fields = { bio: '&'.repeat(5_000) };
    const payload = compose([submission({ fields })]);
    expect(findPayloadProblems(payload)).toEqual([]);
    expect(renderPayload(payload)).toContain('&'.repeat(1_500));
    expect(renderPayload(payload)).toContain(
      `Cut here: the whole text is 5,000 characters. Read it with: npm run waitlist -- show 1`,
    );
  });

  test('shows more of the text however long everything else is', () => {
    for (const kind of submissionKinds) {
      for (const text of ['&', '"', '😀', '\u0301', '<!channel>', 'ش']) {
        const payload = compose([submission({ kind, fields: filled(kind, text) })]);
        expect(findPayloadProblems(payload)).toEqual([]);
        expect(renderPayload(payload)).toContain(id);
      }
    }
  });

  test('a value cannot pose as another row', () => {
    const fields = { name: 'Ada\nEmail: other@example.com' };
    expect(renderPayload(compose([submission({ fields })]))).toContain(
      'Name: Ada Email: other@example.com · #1\n',
    );
  });

  test('keeps right-to-left names and takes the overrides out', () => {
    const fields = { name: 'نور\u202e evil' };
    const payload = compose([submission({ fields })]);
    expect(JSON.stringify(payload)).toContain('\u2068نور evil\u2069');
    expect(findPayloadProblems(payload)).toEqual([]);
  });

  test('mentions nobody in the notification', () => {
    const fields = { name: '<!channel> @here & <@U1>' };
    expect(compose([submission({ fields })]).text).toBe(
      'New creator on the waitlist: &lt;!channel&gt; @\u2060here &amp; &lt;@\u2060U1&gt;, Sydney',
    );
  });

  test('fits within Slack’s limits whatever a visitor wrote', () => {
    fc.assert(
      fc.property(hostileSubmission, (hostile) => {
        const payload = composeMessage([hostile], { ...withButtons, consoleUrl: longOrigin });
        expect(findPayloadProblems(payload)).toEqual([]);
        expect(renderPayload(payload)).toContain(hostile.id);
      }),
      { numRuns: 300 },
    );
  });
});

/** Words and address of every link. */
const linksOf = ({ blocks }: ReturnType<typeof composeMessage>): string[] =>
  blocks
    .flatMap((block) => (block.type === 'rich_text' ? block.elements : []))
    .flatMap(({ elements }): { type: string; text?: string; url?: string }[] => elements as never)
    .flatMap(({ type, text, url }) => (type === 'link' ? [`${text} ${url}`] : []));

describe('a digest', () => {
  test('says how many of what, and each with its essentials and id', () => {
    const payload = compose([
      submission({ id: '01936f3e-8a4b-7cde-8f01-000000000001' }),
      venue(),
      submission({
        id: '01936f3e-8a4b-7cde-8f01-000000000002',
        earlierFromSameEmail: 2,
        fields: { handle: 'https://www.instagram.com/_u/ada?igsh=MTc4' },
      }),
    ]);
    const text = renderPayload(payload);
    expect(text.split('\n')[0]).toBe('2 new creators, 1 new venue');
    expect(text).toContain(
      'Creator #1 Ada Lovelace · @ada · Sydney · ada@example.com\nFirst line. Second line.',
    );
    expect(text).toContain(`Venue #1 Bar Entrée · Bo · Sydney · bo@bar.example\nA small bar.\n${id}`);
    expect(text).toContain('Creator #1 (3rd) Ada Lovelace · @ada · Sydney');
    expect(findPayloadProblems(payload)).toEqual([]);
  });

  test('links each entry to its person in the console and the whole to what is new, where it has an address', () => {
    const three = [submission(), venue(), storedSubmission({ kind: 'contact', id })];
    expect(linksOf(compose(three, consoleUrl))).toEqual([
      `Creator #1 ${consoleUrl}/#/applicants/${id}`,
      `Venue #1 ${consoleUrl}/#/applicants/${id}`,
      `Message #1 ${consoleUrl}/#/messages/${id}`,
      `All new applicants in the console ${consoleUrl}/#/applicants?state=new`,
      `All new messages in the console ${consoleUrl}/#/messages?state=new`,
    ]);
    const applicants = [submission(), venue()];
    expect(linksOf(compose(applicants, consoleUrl)).at(-1)).toContain('/#/applicants?state=new');
    expect(renderPayload(compose(applicants, consoleUrl))).toContain(`Creator #1 Ada Lovelace`);
    expect(linksOf(compose(applicants))).toEqual([]);
  });

  test('fits however many travel in it and whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.array(hostileSubmission, { minLength: 2, maxLength: maxPerMessage }),
        fc.constantFrom(null, consoleUrl, longOrigin),
        (submissions, origin) => {
          const payload = compose(submissions, origin);
          expect(findPayloadProblems(payload)).toEqual([]);
          const text = renderPayload(payload);
          for (const hostile of submissions) expect(text).toContain(hostile.id);
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([null, consoleUrl])(
    'keeps the email whole in a full digest of ordinary people (%s)',
    (origin) => {
      const payload = compose(
        Array.from({ length: maxPerMessage }, () => submission()),
        origin,
      );
      expect(renderPayload(payload).match(/@ada · Sydney · ada@example\.com\nFirst line\./g)).toHaveLength(
        25,
      );
    },
  );
});

test('the terminal shows the same, without control characters', () => {
  const fields = { name: 'Ada\u001b[31m', bio: 'one\ntwo' };
  expectInOrder(describeForTerminal(submission({ fields })).split('\n'), [
    'New creator on the waitlist',
    '  Name: Ada[31m',
    '  Handle: @ada',
    '  City: Sydney',
    '  Email: ada@example.com',
    '  Bio:',
    '    one',
    '    two',
    `  ID ${id}`,
  ]);
});
