import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import {
  type ConsoleFixture,
  cookieOf,
  localOrigin,
  openConsoleFixture,
  setCookiesOf,
  teamOrigin,
} from './console-fixture.ts';
import { type ForgingProvider, startForgingProvider } from './forging-provider-fixture.ts';
import { createProvider } from './provider.ts';

const clientId = 'console';
const callback = `${teamOrigin}/sign-in/callback`;

async function open(allowed: readonly string[] = ['grace@example.com']) {
  const forging = await startForgingProvider(clientId);
  const settings = { issuer: forging.issuer, clientId, clientSecret: 'a secret', allowed };
  const fixture = await openConsoleFixture({ provider: createProvider(settings, callback), allowed });
  return { ...fixture, forging };
}

const get = ({ app }: Pick<ConsoleFixture, 'app'>, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: new URL(teamOrigin).host, ...headers } });

/** Begins a sign-in, as the link in the console does, and lets the provider put the nonce into its token. */
async function begin(opened: Pick<ConsoleFixture, 'app'> & { forging: ForgingProvider }) {
  const answer = await get(opened, '/sign-in', { 'sec-fetch-site': 'same-origin' });
  const location = new URL(String(answer.headers['location']));
  const query = Object.fromEntries(location.searchParams);
  opened.forging.claims['nonce'] = query['nonce'];
  return { answer, location, query, cookie: cookieOf(answer) };
}

/** The way back from the provider, which is a navigation from another site. */
const comeBack = (
  opened: Pick<ConsoleFixture, 'app'>,
  query: Record<string, string | undefined>,
  cookie: string,
) =>
  get(
    opened,
    `/sign-in/callback?${new URLSearchParams(Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))}`,
    {
      cookie,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  );

async function signInWith(opened: Awaited<ReturnType<typeof open>>): Promise<LightMyRequestResponse> {
  const { query, cookie } = await begin(opened);
  return comeBack(opened, { code: 'c', state: query['state'] }, cookie);
}

const sessionCookieOf = (answer: LightMyRequestResponse): string | undefined =>
  setCookiesOf(answer)
    .find((cookie) => /^__Host-entree-console=[\w-]{43};/.test(cookie))
    ?.split(';')[0];

test('the browser is sent to the provider with state, nonce and PKCE, and keeps them out of reach', async () => {
  const { answer, location, query } = await begin(await open());
  expect(answer.statusCode).toBe(303);
  expect(location.pathname).toBe('/authorize');
  expect(query).toMatchObject({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(setCookiesOf(answer)).toEqual([
    expect.stringMatching(
      /^__Host-entree-console-sign-in=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    ),
  ]);
});

test('who is on the list is signed in under their name and email, and the way back leads to the console alone', async () => {
  const opened = await open();
  const answer = await signInWith(opened);
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/']);
  expect(answer.headers['cache-control']).toBe('no-store');
  const cookie = sessionCookieOf(answer);
  expect(setCookiesOf(answer).find((each) => each.startsWith(String(cookie)))).toMatch(
    /; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(setCookiesOf(answer)).toContainEqual(
    expect.stringMatching(/^__Host-entree-console-sign-in=;.*Max-Age=0/),
  );
  const session = await opened.call('session', {}, { cookie, origin: teamOrigin });
  expect(session.json()).toMatchObject({ name: 'Grace Hopper', hasProvider: true });
  await opened.call(
    'addNote',
    { noteId: crypto.randomUUID(), about: crypto.randomUUID(), text: 'Hi' },
    { cookie, origin: teamOrigin },
  );
  expect(opened.made).toMatchObject([{ user: { id: 'grace@example.com', name: 'Grace Hopper' } }]);
  expect(opened.forging.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(opened.logged.join('')).not.toMatch(/grace|hopper/i);
});

test.each<[string, (forging: ForgingProvider) => void]>([
  ['another nonce', ({ claims }) => Object.assign(claims, { nonce: 'x'.repeat(43) })],
  ['no nonce', ({ claims }) => Object.assign(claims, { nonce: undefined })],
  ['another issuer', ({ claims }) => Object.assign(claims, { iss: 'https://accounts.example.net' })],
  ['another audience', ({ claims }) => Object.assign(claims, { aud: 'another-client' })],
  ['an expired token', ({ claims }) => Object.assign(claims, { exp: 1_000 })],
  ['a key that is not the provider’s', (forging) => Object.assign(forging, { usesOtherKey: true })],
  ['no signature', (forging) => Object.assign(forging, { algorithm: 'none' })],
  ['no email', ({ claims }) => Object.assign(claims, { email: undefined })],
  ['an unverified email', ({ claims }) => Object.assign(claims, { email_verified: false })],
  ['an email of which nothing is said', ({ claims }) => Object.assign(claims, { email_verified: undefined })],
  ['an email that is not on the list', ({ claims }) => Object.assign(claims, { email: 'eve@example.com' })],
  [
    'the list in a longer domain',
    ({ claims }) => Object.assign(claims, { email: 'grace@example.com.evil.net' }),
  ],
  ['two emails in one', ({ claims }) => Object.assign(claims, { email: 'eve@evil.net grace@example.com' })],
])('%s signs nobody in', async (_what, forge) => {
  const opened = await open();
  const { query, cookie } = await begin(opened);
  forge(opened.forging);
  const answer = await comeBack(opened, { code: 'c', state: query['state'] }, cookie);
  expect(answer.statusCode).toBe(403);
  expect(sessionCookieOf(answer)).toBeUndefined();
  expect(answer.headers['content-type']).toContain('text/html');
  expect(opened.logged.join('')).not.toMatch(/grace|eve@/i);
});

test('a domain on the list is that domain, without those around it', async () => {
  const opened = await open(['@example.com']);
  expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
  for (const email of [
    'eve@sub.example.com',
    'eve@notexample.com',
    'eve@example.com.evil.net',
    '@example.com@evil.net',
  ]) {
    opened.forging.claims['email'] = email;
    expect((await signInWith(opened)).statusCode, email).toBe(403);
  }
});

test('an email that only the UserInfo address says counts too; two that differ do not', async () => {
  const opened = await open();
  opened.forging.claims['email'] = undefined;
  opened.forging.claims['email_verified'] = undefined;
  opened.forging.userInfo = { email: 'grace@example.com', email_verified: true };
  expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
  opened.forging.userInfo = { sub: 'account-2', email: 'grace@example.com', email_verified: true };
  expect((await signInWith(opened)).statusCode).toBe(403);
  opened.forging.claims['email'] = 'eve@example.com';
  opened.forging.userInfo = { email: 'grace@example.com', email_verified: true };
  expect((await signInWith(opened)).statusCode).toBe(403);
});

test('an answer that this browser did not ask for signs nobody in (login CSRF), and asks the provider nothing', async () => {
  const opened = await open();
  const mallory = await begin(opened);
  const grace = await begin(opened);
  const answers = [
    await comeBack(opened, { code: 'c', state: mallory.query['state'] }, ''),
    await comeBack(opened, { code: 'c', state: mallory.query['state'] }, grace.cookie),
    await comeBack(opened, { code: 'c' }, grace.cookie),
    // A second cookie of that name, set by somebody else.
    await comeBack(
      opened,
      { code: 'c', state: mallory.query['state'] },
      `${mallory.cookie}; ${grace.cookie}`,
    ),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  expect(opened.forging.exchanges).toEqual([]);
});

test('a refusal of the provider is a page that repeats nothing of the address', async () => {
  const opened = await open();
  const { query, cookie } = await begin(opened);
  const error = {
    error: 'access_denied',
    error_description: '<script>alert(1)</script>',
    state: query['state'],
  };
  const answer = await comeBack(opened, error, cookie);
  expect(answer.statusCode).toBe(403);
  expect(answer.body).not.toContain('alert');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

test('nothing in the address decides where the browser goes afterwards', async () => {
  const opened = await open();
  const begun = await get(
    opened,
    '/sign-in?next=//evil.net&redirect_uri=https://evil.net&returnTo=https://evil.net',
  );
  expect(new URL(String(begun.headers['location'])).searchParams.get('redirect_uri')).toBe(callback);
  const { query, cookie } = await begin(opened);
  const back = await comeBack(
    opened,
    { code: 'c', state: query['state'], next: 'https://evil.net', redirect: '//evil.net' },
    cookie,
  );
  expect(back.headers['location']).toBe('/');
});

test('another site does not begin a sign-in, and another name of the server leads to ADMIN_URL', async () => {
  const opened = await open();
  for (const site of ['cross-site', 'same-site']) {
    const answer = await get(opened, '/sign-in', {
      'sec-fetch-site': site,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    });
    expect([answer.headers['location'], setCookiesOf(answer)]).toEqual(['/', []]);
  }
  const local = await opened.app.inject({ url: '/sign-in', headers: { host: new URL(localOrigin).host } });
  expect([local.statusCode, local.headers['location']]).toEqual([303, `${teamOrigin}/`]);
});

test('while the provider is down a sign-in says so, and links sign in; once it is up it signs in', async () => {
  const opened = await open();
  opened.forging.isDown = true;
  const answer = await get(opened, '/sign-in');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('does not answer');
  expect(await opened.signIn()).toMatch(/entree-console/);
  opened.forging.isDown = false;
  const { query, cookie } = await begin(opened);
  opened.forging.isDown = true;
  expect((await comeBack(opened, { code: 'c', state: query['state'] }, cookie)).statusCode).toBe(503);
  opened.forging.isDown = false;
  expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
});

test('who is taken off the list has no session from the next call on, and none when they are back on it', async () => {
  const allowed = ['grace@example.com'];
  const opened = await open(allowed);
  const cookie = sessionCookieOf(await signInWith(opened));
  const call = async () => (await opened.call('session', {}, { cookie, origin: teamOrigin })).statusCode;
  expect(await call()).toBe(200);
  allowed[0] = 'ada@example.com';
  expect(await call()).toBe(401);
  allowed[0] = 'grace@example.com';
  expect(await call()).toBe(401);
});
