import { afterAll, beforeEach, expect, test } from 'vitest';
import { toasts } from '#contract/texts.ts';
import {
  contactBody,
  contactCallPath,
  creatorBody,
  keyHeader,
  openAppFixture,
  openOwnFixture,
  siteOrigin,
  waitlistCallPath,
} from '#server/app-fixture.ts';

const fixture = await openAppFixture();
afterAll(() => fixture.close());
beforeEach(async () => {
  // What earlier tests sent is claimed, so that a test finds only its own.
  await fixture.due('waitlist');
  await fixture.due('contact');
  fixture.logged.length = 0;
});
const origin = siteOrigin;

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fixture.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      host: 'localhost:3000',
      ...headers,
    },
    payload: new URLSearchParams(form).toString(),
  });
const { name, email, handle, city, bio } = creatorBody;
const creatorForm = { isVenueForm: 'false', name, email, handle, city, bio };
const venueForm = {
  isVenueForm: 'true',
  name,
  email,
  venueName: 'Bar',
  website: '',
  city,
  message: 'a\r\nb',
};

test.each([
  ['creator', waitlistCallPath, creatorForm, '/creators#creator-sent'],
  ['venue', waitlistCallPath, venueForm, '/venues#venue-sent'],
  ['contact', contactCallPath, contactBody, '/contact#contact-sent'],
])('%s: 303 to the page of its kind, with the outcome', async (_kind, url, form, location) => {
  const answer = await post(url, form);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
});

test.each([
  ['/', '/#creator-sent'],
  ['/creators/', '/creators#creator-sent'],
  ['/creators/?utm_source=a%20b&utm_medium=c', '/creators?utm_source=a%20b&utm_medium=c#creator-sent'],
  // A page without this form.
  ['/contact', '/creators#creator-sent'],
  ['https://evil.example//evil.example', '/creators#creator-sent'],
  ['nonsense', '/creators#creator-sent'],
])('the answer leads from %s to %s', async (from, location) => {
  const referer = from.startsWith('/') ? `${origin}${from}` : from;
  expect((await post(waitlistCallPath, creatorForm, { referer })).headers.location).toBe(location);
});

test.each([
  [
    'creator',
    waitlistCallPath,
    { ...creatorForm, email: 'x', bio: 'x'.repeat(5_001) },
    toasts.waitlistNotSent,
    ['Email: Must be an email address.', 'Short bio: May have at most 5,000 characters.'],
  ],
  [
    'venue',
    waitlistCallPath,
    { ...venueForm, message: ' ' },
    toasts.waitlistNotSent,
    ['About your venue: Please fill in this field.'],
  ],
  ['contact', contactCallPath, {}, toasts.contactNotSent, ['Message: Please fill in this field.']],
])(
  'a %s form that is refused is answered with a page that says why, and that one can go back to it',
  async (_kind, url, form, { title, description }, reasons) => {
    const answer = await post(url, form);
    expect(answer.statusCode).toBe(422);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'sb-error-code': 'INVALID_FIELDS',
    });
    for (const words of [`<h1>${title}</h1>`, description, ...reasons, 'Go back in your browser'])
      expect(answer.body).toContain(words);
  },
);

test.each([
  [65_536, 422, 'Short bio: May have at most 5,000 characters.'],
  [65_537, 413, 'What was sent is longer than 64 KiB. A text may have at most 5,000 characters.'],
])('a form of %i bytes is answered %i with the limit', async (bytes, status, reason) => {
  const form = { ...creatorForm, bio: '' };
  const rest = new URLSearchParams(form).toString().length;
  const answer = await post(waitlistCallPath, { ...form, bio: 'x'.repeat(bytes - rest) });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(reason);
});

test('nothing that was typed stands on the page of a refused form', async () => {
  const form = { ...creatorForm, email: '<b>sentinel</b>', name: 's'.repeat(201) };
  expect((await post(waitlistCallPath, form)).body).not.toMatch(/sentinel|sss/);
});

test.each(['/', '/venues', ''])("a contact message's outcome is never shown on %s", async (from) => {
  const referer = from && `${origin}${from}`;
  expect((await post(contactCallPath, contactBody, { referer })).headers.location).toBe(
    '/contact#contact-sent',
  );
});

test('pages on another allowed host get back to that host', async () => {
  const answer = await post(waitlistCallPath, creatorForm, { host: 'api.example', referer: `${origin}/` });
  expect(answer.headers.location).toBe(`${origin}/#creator-sent`);
});

test('line breaks are stored as the scripts would have sent them', async () => {
  await post(waitlistCallPath, { ...venueForm, email: 'breaks@example.com' });
  expect(await fixture.due('waitlist')).toMatchObject([{ kind: 'venue', fields: { message: 'a\nb' } }]);
});

test("what led the visitor here is read from the address of the form's page", async () => {
  const sourceAfter = async (email: string, headers: Record<string, string>) => {
    expect((await post(waitlistCallPath, { ...creatorForm, email }, headers)).statusCode).toBe(303);
    const [record] = await fixture.store.findByEmail(email);
    return [record?.source, record?.medium, record?.campaign];
  };
  const referer = `${origin}/creators?utm_source=tiktok&utm_campaign=spring&gclid=1`;
  expect(await sourceAfter('led@example.com', { referer })).toEqual(['tiktok', null, 'spring']);
  // Our own page is no source.
  expect(await sourceAfter('own@example.com', { referer: `${origin}/creators` })).toEqual([null, null, null]);
  expect(await sourceAfter('odd@example.com', { referer: 'http://[?utm_source=x' })).toEqual([
    null,
    null,
    null,
  ]);
  expect(await sourceAfter('none@example.com', {})).toEqual([null, null, null]);
});

test('a form of another site is refused', async () => {
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
    const answer = await post(waitlistCallPath, creatorForm, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN_ORIGIN']);
  }
  expect(await fixture.due('waitlist')).toEqual([]);
});

test('the address that was asked counts as own, whatever name the machine goes by', async () => {
  const headers = { origin: 'http://192.168.1.7:3000', host: '192.168.1.7:3000' };
  expect((await post(waitlistCallPath, creatorForm, headers)).statusCode).toBe(303);
  const fetched = { origin: 'http://x.example', 'sec-fetch-site': 'same-origin' };
  expect((await post(waitlistCallPath, creatorForm, fetched)).statusCode).toBe(303);
});

test('pressed twice without scripts it is stored once, and both are answered alike; changed, it is another', async () => {
  const form = { ...venueForm, email: 'twice@example.com' };
  const answers = await Promise.all([post(waitlistCallPath, form), post(waitlistCallPath, form)]);
  answers.push(await post(waitlistCallPath, form));
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/venues#venue-sent']);
  }
  expect(await fixture.due('waitlist')).toHaveLength(1);
  await post(waitlistCallPath, { ...form, message: 'Fifty seats.' });
  expect(await fixture.due('waitlist')).toMatchObject([{ fields: { message: 'Fifty seats.' } }]);
});

test('what the scripts have sent, and lost the answer of, is stored once when the browser posts it with the same key', async () => {
  const key = '6f6f1f5e-3c52-4c0e-9b1a-8d2f3a4b5c6d';
  const form = { ...contactBody, email: 'lost@example.com', message: 'a\nb' };
  await fixture.app.inject({
    method: 'POST',
    url: contactCallPath,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...keyHeader },
    payload: form,
  });
  const answer = await post(contactCallPath, { ...form, message: 'a\r\nb', idempotencyKey: key });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/contact#contact-sent']);
  expect(await fixture.due('contact')).toHaveLength(1);
  const invalid = await post(contactCallPath, { ...form, idempotencyKey: 'x' });
  expect(invalid.statusCode).toBe(400);
});

test('the same form from another address is another submission', async () => {
  const { app, due } = await openOwnFixture({ TRUST_PROXY: 'loopback' });
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
    await app.inject({
      method: 'POST',
      url: contactCallPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin, 'x-forwarded-for': from },
      payload: new URLSearchParams(contactBody).toString(),
    });
  }
  expect(await due('contact')).toHaveLength(2);
});
