import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { parse } from 'parse5';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { brand } from '#contract/brand.ts';
import { isBrowserValidEmail } from '#contract/submission-schema.ts';
import { sampleLetterWords } from '#test/sample-letter-words.ts';
import { createLetterComposer, fitName } from './compose-letter.ts';
import { composeMail } from './send-mail.ts';

const siteUrl = 'https://entree.example';
const timeZone = 'Australia/Sydney';
const compose = createLetterComposer({ words: sampleLetterWords, siteUrl, timeZone });
const sent = { to: 'ada@example.com', messageId: '<one@entree.example>' };
const applied = { appliedAtMs: Date.parse('2026-11-20T15:00:00Z'), addedAtMs: null };
const added = { ...applied, addedAtMs: Date.parse('2026-12-01T15:00:00Z') };
const from = { name: 'Entrée', address: 'hello@entree.example' };

test('both parts say the same, with the name, the facts and the day in the site’s zone', () => {
  const { subject, html, text } = compose('invited', { kind: 'creator', name: 'Ada Okafor', ...applied });
  expect(subject).toBe('Come in');
  for (const part of [html ?? '', text]) {
    for (const words of [
      'Ada Okafor,',
      'come in.',
      'The card is',
      `You show it in ${brand.launch.city}.`,
      `We launch ${brand.launch.date}.`,
      '21 November',
      'Reply to this letter',
    ])
      expect(part.replace(/\s+/g, ' ')).toContain(words);
    expect(part).not.toMatch(/\{\w*\}|undefined|null|\*/);
  }
  expect(compose('invited', { kind: 'venue', name: 'Bar Cento', ...applied }).text).toContain(
    'Bar Cento opens.',
  );
});

test('the letter loads nothing, runs nothing and links to the page of its answer alone, and Gmail does not cut it', () => {
  const composeOurWords = createLetterComposer({ siteUrl, timeZone });
  for (const kind of ['creator', 'venue'] as const) {
    const letter = composeOurWords('invited', { kind, name: 'Ada', ...applied }, 'a-token_9');
    expect(letter.text).toContain('\n\nhttps://entree.example/answer/a-token_9\n\n');
    const [before = '', after = '', ...more] = (letter.html ?? '').split(
      'href="https://entree.example/answer/a-token_9"',
    );
    expect([/<a\s*$/.test(before), more]).toEqual([true, []]);
    const html = before + after;
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org|schemas\.)/);
    expect(html).not.toMatch(/<(script|link|form|iframe)|url\(|@import|@font-face/i);
    expect([...html.matchAll(/<img[^>]*>/g)]).toHaveLength(1);
    expect(html).toMatch(/<img[^>]*alt="An envelope, closed with a red seal\."[^>]*src="cid:invitation"/);
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  }
});

test.each([
  ['Ada\r\nBcc: all@example.com', null],
  ['visit evil.example', null],
  ['www.evil', null],
  ['https://evil.example', null],
  ['ada@example.com', null],
  ['\u200b\u2060', null],
  ['bonus24.com', null],
  ['pay2.me', null],
  ['198.51.100.7', null],
  ['bonus24。com', null],
  ['bonus24．com', null],
  ['bonus24｡com', null],
  ['bonus24.\u200bcom', null],
  ['bonus24\u00ad.com', null],
  ['bonus.\u{e0020}com', null],
  ['skype:ada', null],
  ['St. Ada', 'St. Ada'],
  ['Ada: the bar', 'Ada: the bar'],
  ['Ada  Okafor', 'Ada Okafor'],
  ['Ada\nOkafor', 'Ada Okafor'],
  ['J. R. Okafor', 'J. R. Okafor'],
  ['x'.repeat(200), `${'x'.repeat(80)}…`],
])('the name %j is shown as %j', (name, shown) => {
  expect(fitName(name)).toBe(shown);
});

test('a name in braces or stars is a name, not a placeholder', () => {
  const { text } = compose('invited', { kind: 'creator', name: '{date} *x* {{preview}}', ...applied });
  expect(text).toContain('{date} ＊x＊ {{preview}}, come in.');
});

/** Anything that a form could bring, and what injects: line ends, headers, tags, Mustache. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\0',
        'Bcc: x@y.z',
        '<script>',
        '{{{subject}}}',
        '"',
        "'",
        '=?utf-8?q?',
        '\u2028',
        'A',
        ' ',
        '\r\n.\r\n',
        ',',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

test('no field injects a header, an addressee or markup', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const expected = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-auto-response-suppress',
  ];
  const countTags = (html: string) =>
    [
      ...JSON.stringify(parse(html), (key, value) => (key === 'parentNode' ? undefined : value)).matchAll(
        /"tagName"/g,
      ),
    ].length;
  const tagsOf = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('creator' as const, 'venue' as const),
      anyText,
      anyText,
      async (kind, name, local) => {
        const to = isBrowserValidEmail(local) ? local : 'ada@example.com';
        const mail = { ...sent, ...compose('invited', { kind, name, ...applied }), to };
        const { message } = await transport.sendMail(composeMail(mail, from));
        const parsed = await PostalMime.parse(message as Buffer);
        expect(parsed.headers.map(({ key }) => key).sort()).toEqual(expected);
        expect(parsed.to?.map(({ address }) => address)).toEqual([to]);
        expect(parsed.cc ?? parsed.bcc).toBeUndefined();
        expect(parsed.subject).toBe({ creator: 'Come in', venue: 'Open your door' }[kind]);
        expect(parsed.attachments).toHaveLength(1);
        const shape = `${kind} ${fitName(name) === null}`;
        const tags = countTags(parsed.html ?? '');
        expect(tags).toBe(tagsOf.get(shape) ?? tags);
        tagsOf.set(shape, tags);
      },
    ),
    { numRuns: 150 },
  );
});

test('the letter to the declined is plain text, with the name and the day', async () => {
  for (const kind of ['creator', 'venue'] as const) {
    const mail = { ...sent, ...compose('declined', { kind, name: '{date} Ada', ...applied }) };
    expect(mail).toMatchObject({ subject: `You wrote to ${brand.name}`, html: null, picture: null });
    expect(mail.text).toMatch(/^\{date\} Ada, thank you\.\n\n/);
    expect(mail.text.replace(/\s+/g, ' ')).toContain('21 November 2026, at entree.example,');
    expect(mail.text).not.toMatch(/\*|https?:/);
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(composeMail(mail, from));
    const parsed = await PostalMime.parse(message as Buffer);
    expect(parsed.html).toBeUndefined();
    expect(parsed.attachments).toEqual([]);
  }
  const { text } = compose('declined', { kind: 'creator', name: 'pay2.me', ...applied });
  expect(text).toMatch(/^Thank you\.\n/);
});

test('a reminder has its own words for each kind, the address of the answer alone on its line, and no other link', () => {
  const composeOurWords = createLetterComposer({ siteUrl, timeZone });
  const subjects = (['creator', 'venue'] as const).map((kind) => {
    const { subject, text, html } = composeOurWords(
      'reminder',
      { kind, name: 'Ada', ...applied },
      'a-token_9',
    );
    expect(html).toBeNull();
    expect(text).toMatch(/^Ada, are you coming\?\n/);
    expect(text.split('\n')).toContain('https://entree.example/answer/a-token_9');
    expect(text.match(/https?:/g)).toHaveLength(1);
    return subject;
  });
  expect(new Set(subjects).size).toBe(2);
});

test('a receipt has nothing of the form but the name, where that could be no link', () => {
  const composeOurWords = createLetterComposer({ siteUrl, timeZone });
  for (const kind of ['creator', 'venue'] as const) {
    const { subject, text, html } = composeOurWords('receipt', { kind, name: 'Ada', ...applied });
    expect(html).toBeNull();
    expect(text).toMatch(/^Ada, we have your application\.\n/);
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /This address applied to .+ on 21 November 2026, at entree\.example\./,
    );
    expect(`${subject}${text.replace('Ada', '')}`).not.toMatch(/Ada|\*|https?:/);
    const stranger = composeOurWords('receipt', { kind, name: 'win at pay2.me', ...applied });
    expect(stranger.text).toMatch(/^We have your application\.\n/);
    expect(stranger.text).not.toContain('pay2');
  }
});

test('a letter to somebody whom the team added says when, and not that they applied', () => {
  const invited = compose('invited', { kind: 'creator', name: 'Ada', ...added });
  for (const part of [invited.html ?? '', invited.text]) {
    expect(part).toContain('We added you on 2 December 2026.');
    expect(part).not.toContain('You applied');
  }
  const declined = compose('declined', { kind: 'creator', name: 'Ada', ...added });
  expect(declined.subject).toBe(`The list of ${brand.name}`);
  expect(declined.text).toContain('We added you on 2 December 2026, and you are not invited.');
  expect(declined.text).not.toMatch(/You applied|Added:/);
  const compared = compose('invited', { kind: 'creator', name: 'Ada', ...applied });
  expect(compared.text).toContain('You applied on 21 November 2026, at entree.example.');
  expect(compared.text).not.toContain('added');
});

test('no letter that is sent to somebody whom the team added speaks of an application or of asking', () => {
  const composeOurWords = createLetterComposer({ siteUrl, timeZone });
  for (const kind of ['creator', 'venue'] as const)
    for (const letter of ['invited', 'declined'] as const) {
      const { subject, text, html } = composeOurWords(letter, { kind, name: 'Ada', ...added });
      expect(text.replace(/\s+/g, ' ')).toMatch(/We added .+ on 2 December 2026\./);
      for (const part of [subject, text, html ?? ''])
        expect(part).not.toMatch(
          /you asked|for asking|address applied|your application|entree\.example(?!\/answer\/)/i,
        );
    }
});
