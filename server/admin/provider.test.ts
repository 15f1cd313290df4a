import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import {
  type ConsoleFixture,
  cookieOf,
  localOrigin,
  openConsoleFixture,
  setCookiesOf,
  teamOrigin,
} from '#test/console-fixture.ts';
import { type ForgingProvider, startForgingProvider } from '#test/forging-provider.ts';
import { createProvider } from './provider.ts';

const clientId = 'console';
const callback = `${teamOrigin}/sign-in/callback`;

async function open(allowed: readonly string[] = ['grace@example.com'], issuer?: string) {
  const forging = await startForgingProvider(clientId);
  if (issuer !== undefined) forging.issuer = issuer;
  const settings = { url: teamOrigin, issuer: forging.issuer, clientId, clientSecret: 'a secret', allowed };
  const provider = createProvider(settings, (url, init) =>
    fetch(url.replace(forging.issuer, forging.address), init as RequestInit),
  );
  const fixture = await openConsoleFixture({ provider: { ...settings, provider } });
  return { ...fixture, forging };
}

const get = ({ app }: Pick<ConsoleFixture, 'app'>, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: new URL(teamOrigin).host, ...headers } });

/** Begins a sign-in, as the link in the console does, and lets the provider put the nonce into its token. */
async function begin(opened: Pick<ConsoleFixture, 'app'> & { forging: ForgingProvider }, cookies = '') {
  const answer = await get(opened, '/sign-in', { 'sec-fetch-site': 'same-origin', cookie: cookies });
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
  address = '192.0.2.1',
) =>
  get(
    opened,
    `/sign-in/callback?${new URLSearchParams(Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))}`,
    {
      cookie,
      'x-forwarded-for': address,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  );

async function signInWith(
  opened: Awaited<ReturnType<typeof open>>,
  code = 'c',
  address?: string,
): Promise<LightMyRequestResponse> {
  const { query, cookie } = await begin(opened);
  return comeBack(opened, { code, state: query['state'] }, cookie, address);
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
      /^__Host-entree-console-sign-in-[\w-]+=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
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
    expect.stringMatching(/^__Host-entree-console-sign-in-[\w-]+=;.*Max-Age=0/),
  );
  const session = await opened.call('session', {}, { cookie, origin: teamOrigin });
  expect(session.json()).toMatchObject({ name: 'Grace Hopper', hasProvider: true });
  await opened.call(
    'addNote',
    { changeId: crypto.randomUUID(), about: crypto.randomUUID(), text: 'Hi' },
    { cookie, origin: teamOrigin },
  );
  expect(opened.made).toMatchObject([
    { user: { id: 'grace@example.com', name: 'Grace Hopper (grace@example.com)' } },
  ]);
  expect(opened.forging.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(opened.logged.join('')).not.toMatch(/grace|hopper/i);
});

/** What the browser keeps and sends again. */
const cookiesOf = (answer: LightMyRequestResponse): string =>
  setCookiesOf(answer)
    .filter((cookie) => !cookie.includes('Max-Age=0'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** What the provider answers to the next sign-in: claims of the token, and anything else. */
async function comeBackWith(
  opened: Awaited<ReturnType<typeof open>>,
  claims: Record<string, unknown>,
  others: Partial<ForgingProvider> = {},
): Promise<LightMyRequestResponse> {
  const { query, cookie } = await begin(opened);
  Object.assign(opened.forging.claims, claims);
  Object.assign(opened.forging, others);
  return comeBack(opened, { code: 'c', state: query['state'] }, cookie);
}

test.each<[string, Record<string, unknown>, Partial<ForgingProvider>?]>([
  ['another nonce', { nonce: 'x'.repeat(43) }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'https://accounts.example.net' }],
  ['another audience', { aud: 'another-client' }],
  ['an expired token', { exp: 1_000 }],
  ['a key that is not the provider’s', {}, { usesOtherKey: true }],
  ['no signature', {}, { algorithm: 'none' }],
  ['no email', { email: undefined }],
  ['an unverified email', { email_verified: false }],
  ['an email of which nothing is said', { email_verified: undefined }],
  ['an email that is not on the list', { email: 'eve@example.com' }],
  ['the list in a longer domain', { email: 'grace@example.com.evil.net' }],
  ['two emails in one', { email: 'eve@evil.net grace@example.com' }],
])('%s signs nobody in', async (_what, claims, others) => {
  const opened = await open();
  const answer = await comeBackWith(opened, claims, others);
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
  const state = mallory.query['state'];
  const answers = [
    await comeBack(opened, { code: 'c', state }, ''),
    await comeBack(opened, { code: 'c', state }, grace.cookie),
    await comeBack(opened, { code: 'c' }, grace.cookie),
    await comeBack(opened, { code: 'c', state: 'x\r\nset-cookie: y' }, grace.cookie),
    // A second cookie of that name, set by somebody else.
    await comeBack(opened, { code: 'c', state }, `${mallory.cookie}; ${mallory.cookie}`),
  ];
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, '/#/sign-in-again']);
    expect(setCookiesOf(answer)).toEqual([]);
  }
  expect(opened.forging.exchanges).toEqual([]);
});

test('an attempt that the console did not begin asks the provider nothing, whatever its cookie says', async () => {
  const opened = await open();
  const { query, cookie } = await begin(opened);
  const state = query['state'] ?? '';
  const own = 's'.repeat(43);
  const [name = '', value = ''] = cookie.split('=');
  const forged = [
    `${name}=${state}.${'n'.repeat(43)}.${'v'.repeat(43)}`,
    `${name}=${value.replace(/\.(\d+)\./, (_all, untilS) => `.${Number(untilS) + 600}.`)}`,
    `${name}=${value.slice(0, -1)}${value.endsWith('A') ? 'E' : 'A'}`,
  ];
  for (const each of forged) await comeBack(opened, { code: 'c', state }, each);
  const claimed = cookie.replaceAll(state.slice(0, 16), own.slice(0, 16)).replaceAll(state, own);
  await comeBack(opened, { code: 'c', state: own }, claimed);
  expect(opened.forging.exchanges).toEqual([]);
  expect(sessionCookieOf(await comeBack(opened, { code: 'c', state }, cookie))).toBeDefined();
});

test('made-up codes of one address reach the provider a few times a minute; other addresses sign in meanwhile', async () => {
  const opened = await open();
  opened.forging.stalled = ['stalled'];
  const waiting = Array.from({ length: 15 }, () => signInWith(opened, 'stalled', '203.0.113.9'));
  await expect.poll(() => opened.forging.exchanges.length).toBe(15);
  expect(sessionCookieOf(await signInWith(opened, 'c', '198.51.100.7'))).toBeDefined();
  const more = await Promise.all(Array.from({ length: 15 }, () => signInWith(opened, 'c', '203.0.113.9')));
  const refused = more.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(5);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(opened.forging.exchanges.length).toBeLessThan(30);
  expect(sessionCookieOf(await signInWith(opened, 'c', '198.51.100.8'))).toBeDefined();
  opened.forging.stop();
  await Promise.all(waiting);
});

test('made-up codes of one IPv6 /56 reach the provider 40 times a minute, whichever of its networks they come from', async () => {
  const opened = await open();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      signInWith(opened, 'c', `2001:db8:0:${(0xa000 + index).toString(16)}::7`),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  expect(opened.forging.exchanges).toHaveLength(40);
});

test('two tabs that begin a sign-in each get in, in either order', async () => {
  const opened = await open();
  const first = await begin(opened);
  const firstNonce = opened.forging.claims['nonce'];
  const second = await begin(opened, first.cookie);
  const cookies = `${first.cookie}; ${second.cookie}`;
  const late = await comeBack(opened, { code: 'c', state: second.query['state'] }, cookies);
  opened.forging.claims['nonce'] = firstNonce;
  const early = await comeBack(opened, { code: 'c', state: first.query['state'] }, cookies);
  expect([late, early].map((answer) => sessionCookieOf(answer) !== undefined)).toEqual([true, true]);
});

test('whoever is signed in already is led to the list, and begins nothing', async () => {
  const opened = await open();
  const answer = await get(opened, '/sign-in', {
    'sec-fetch-site': 'same-origin',
    cookie: sessionCookieOf(await signInWith(opened)) ?? '',
  });
  expect([answer.statusCode, answer.headers['location'], setCookiesOf(answer)]).toEqual([303, '/', []]);
});

test('sign-ins that are begun and left do not fill the browser’s cookies', async () => {
  const opened = await open();
  const jar = new Map<string, string>();
  for (let count = 0; count < 40; count += 1) {
    const { answer } = await begin(opened, [...jar].map((pair) => pair.join('=')).join('; '));
    for (const cookie of setCookiesOf(answer)) {
      const [name = '', value = ''] = cookie.split(/[=;]/);
      if (cookie.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
  }
  expect(jar.size).toBeLessThanOrEqual(8);
});

const tokenRefusal = (status: number, error: string, others: object = {}) => ({
  tokenRefusal: { status, body: { error }, ...others },
});
const basic = { headers: { 'www-authenticate': 'Basic realm="provider"' } };
const ofSlack = { body: { ok: false, error: 'bad_client_secret' } };

test.each<[RegExp, string, Record<string, unknown>, Partial<ForgingProvider>?]>([
  [/OIDC_CLIENT_SECRET/, 'invalid_client', {}, tokenRefusal(401, 'invalid_client')],
  [/OIDC_CLIENT_SECRET/, 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', {}, tokenRefusal(401, 'invalid_client', basic)],
  [/OIDC_CLIENT_SECRET/, 'bad_client_secret', {}, tokenRefusal(200, '', ofSlack)],
  [/does not know the console/, 'unauthorized_client', {}, tokenRefusal(400, 'unauthorized_client')],
  [/used already/, 'invalid_grant', {}, tokenRefusal(400, 'invalid_grant')],
  [/clock/, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED', { iat: 1_000, exp: 1_300 }],
  [/scope/, 'no email', { email: undefined }],
])('why nobody is signed in is said: %s, with %s in the log', async (sentence, code, claims, others) => {
  const opened = await open();
  const answer = await comeBackWith(opened, claims, others);
  expect(answer.statusCode).toBe(403);
  expect(answer.body).toMatch(sentence);
  expect(opened.logged.join('')).toContain(`"code":"${code}"`);
});

test.each([
  [undefined, 'does not say whether grace@example.com is verified'],
  [false, 'says that grace@example.com is not verified'],
])('an email that the provider calls verified: %s is said as that', async (email_verified, sentence) => {
  expect((await comeBackWith(await open(), { email_verified })).body).toContain(sentence);
});

test('with Google a domain on the list needs an account of that organization, an address does not', async () => {
  const opened = await open(['@example.com', 'ada@example.org'], 'https://accounts.google.com');
  const { claims } = opened.forging;
  for (const hd of [undefined, 'evil.example', 'sub.example.com', 'example.com.evil.example', true]) {
    claims['hd'] = hd;
    const answer = await signInWith(opened, 'c', '192.0.2.2');
    expect(answer.statusCode, String(hd)).toBe(403);
    expect(answer.body).toContain('private Google account');
  }
  claims['hd'] = 'Example.com';
  expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
  Object.assign(claims, { hd: undefined, email: 'ada@example.org' });
  expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
});

test('emails are compared in lower case of ASCII, and of nothing else', async () => {
  const opened = await open(['kim@kiwi.example', '@kiwi.example']);
  // The Kelvin sign, which becomes a k in lower case.
  for (const email of ['eve@\u212Aiwi.example', '\u212Aim@\u212Aiwi.example']) {
    opened.forging.claims['email'] = email;
    expect((await signInWith(opened)).statusCode, email).toBe(403);
  }
  Object.assign(opened.forging.claims, { email: 'Kim@Kiwi.example', email_verified: undefined });
  opened.forging.userInfo = { email: 'kim@KIWI.example', email_verified: true };
  expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
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
  expect(answer.body).toContain('denied');
  expect(opened.logged.join('')).toContain('access_denied');
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

test('after an account that may not enter, and after signing out, the provider is asked which account it shall be', async () => {
  const opened = await open();
  expect((await begin(opened)).query).not.toHaveProperty('prompt');
  const refused = await comeBackWith(opened, { email: 'eve@example.com' });
  const chosen = await begin(opened, cookiesOf(refused));
  expect(chosen.query).toMatchObject({ prompt: 'select_account' });
  expect((await begin(opened, cookiesOf(chosen.answer))).query).not.toHaveProperty('prompt');

  opened.forging.claims['email'] = 'grace@example.com';
  const cookie = sessionCookieOf(await signInWith(opened));
  const left = await opened.call('signOut', {}, { cookie, origin: teamOrigin });
  expect((await begin(opened, cookiesOf(left))).query).toMatchObject({ prompt: 'select_account' });
});

test('a provider that knows another word for choosing the account is asked with that, or with none', async () => {
  for (const [prompts, prompt] of [
    [['none', 'login'], 'login'],
    [['none'], undefined],
  ] as const) {
    const opened = await open();
    opened.forging.prompts = [...prompts];
    const refused = await comeBackWith(opened, { email: 'eve@example.com' });
    expect((await begin(opened, cookiesOf(refused))).query['prompt']).toBe(prompt);
  }
});

test('a provider that refuses the choice of an account, and does not name what it knows, is asked to sign the person in anew, once', async () => {
  const opened = await open();
  const refused = await comeBackWith(opened, { email: 'eve@example.com' });
  const comeBackRefused = ({ query }: { query: Record<string, string> }, cookie: string) =>
    comeBack(opened, { error: 'invalid_request', state: query['state'] }, cookie);
  const chosen = await begin(opened, cookiesOf(refused));
  const answer = await comeBackRefused(chosen, cookiesOf(chosen.answer));
  expect(answer.statusCode).toBe(303);
  const again = new URL(String(answer.headers['location']));
  expect([again.pathname, again.searchParams.get('prompt')]).toEqual(['/authorize', 'login']);
  const query = Object.fromEntries(again.searchParams);
  expect((await comeBackRefused({ query }, cookiesOf(answer))).statusCode).toBe(403);
  const plain = await begin(opened);
  expect((await comeBackRefused(plain, plain.cookie)).statusCode).toBe(403);
});

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'a client that may only use %s signs people in where the provider knows both ways',
  async (takesSecret) => {
    const opened = await open();
    const secretMethods = ['client_secret_basic', 'client_secret_post'];
    Object.assign(opened.forging, { secretMethods, takesSecret });
    for (let times = 0; times < 2; times += 1)
      expect(sessionCookieOf(await signInWith(opened))).toBeDefined();
    // Which one it is is found out once.
    expect(opened.forging.exchanges).toHaveLength(takesSecret === 'client_secret_basic' ? 2 : 3);
  },
);

test.each([
  ['a slash more', (issuer: string) => `${issuer}/realm/`],
  ['the address of all tenants', () => 'https://login.microsoftonline.com/{tenantid}/v2.0'],
])('a provider that gives another address as its own is told as that: %s', async (_what, name) => {
  const opened = await open();
  opened.forging.namedIssuer = name(opened.forging.issuer);
  const answer = await get(opened, '/sign-in');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('OIDC_ISSUER');
  expect(answer.body).not.toContain('does not answer');
  expect(opened.logged.join('')).toContain(opened.forging.namedIssuer);
});
