import { expect, test } from 'vitest';
import { openConsoleFixture, setCookiesOf, teamOrigin } from '#test/console-fixture.ts';
import { createToken } from './sign-in-token.ts';

test('a link signs in as the account that asked for it, once', async () => {
  const { createLink, call } = await openConsoleFixture();
  const token = await createLink('ada');
  const first = await call('signIn', { token });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toEqual({
    name: 'ada',
    timeZone: 'Australia/Sydney',
    sendsLetters: false,
    sendsMessages: false,
    hasProvider: false,
  });
  const again = await call('signIn', { token });
  expect(again.statusCode).toBe(401);
  expect(again.json()).toMatchObject({ code: 'SIGN_IN', message: expect.stringContaining('sign-in') });
  expect(setCookiesOf(again)).toEqual([]);
});

test('the cookie is for this host alone, and scripts and other sites have no use of it', async () => {
  const { createLink, call } = await openConsoleFixture();
  const local = await call('signIn', { token: await createLink('ada') });
  expect(setCookiesOf(local)).toEqual([
    expect.stringMatching(/^entree-console-3001=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  const behindTls = await call('signIn', { token: await createLink('ada') }, { origin: teamOrigin });
  expect(setCookiesOf(behindTls)).toEqual([
    expect.stringMatching(/^__Host-entree-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
  ]);
});

test('a cookie of the other host is no session', async () => {
  const { call, signIn } = await openConsoleFixture();
  const cookie = await signIn();
  expect((await call('session', {}, { cookie })).statusCode).toBe(200);
  expect((await call('session', {}, { cookie, origin: teamOrigin })).statusCode).toBe(401);
});

test('after signing out the cookie is worth nothing, to whoever has copied it', async () => {
  const { call, signIn } = await openConsoleFixture();
  const cookie = await signIn();
  const out = await call('signOut', {}, { cookie });
  expect(out.statusCode).toBe(200);
  expect(setCookiesOf(out)[0]).toContain('Max-Age=0');
  expect((await call('session', {}, { cookie })).statusCode).toBe(401);
});

test('signing in makes a session of its own: one that was set before is not used, and ends', async () => {
  const { call, signIn, createLink } = await openConsoleFixture();
  const cookie = await signIn('mallory');
  const answer = await call('signIn', { token: await createLink('ada') }, { cookie });
  expect(setCookiesOf(answer)[0]).not.toContain(cookie);
  expect((await call('session', {}, { cookie })).statusCode).toBe(401);

  const chosen = `entree-console-3001=${createToken()}`;
  const second = await call('signIn', { token: await createLink('ada') }, { cookie: chosen });
  expect(setCookiesOf(second)[0]).not.toContain(chosen);
  expect((await call('session', {}, { cookie: chosen })).statusCode).toBe(401);
});

test('of two cookies of one name, as another service of this machine can set one, none is used', async () => {
  const { call, signIn } = await openConsoleFixture();
  const [ada, mallory] = [await signIn('ada'), await signIn('mallory')];
  expect((await call('session', {}, { cookie: `${mallory}; ${ada}` })).statusCode).toBe(401);
});

test('many wrong links of one address are refused with a time to wait; the right link is not, from any address', async () => {
  const { call, createLink, logged } = await openConsoleFixture();
  const otherAddress = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect((await call('signIn', { token: createToken() }, otherAddress)).statusCode).toBe(401);
  const limited = await call('signIn', { token: createToken() }, otherAddress);
  expect(limited.statusCode).toBe(429);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(limited.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((await call('signIn', { token: createToken() })).statusCode).toBe(401);
  expect((await call('signIn', { token: await createLink('ada') }, otherAddress)).statusCode).toBe(200);
  expect(logged.filter((line) => line.includes('"refused"')).length).toBe(21);
  expect(logged.join('')).not.toMatch(/203\.0\.113\.9|"ada"/);
});

test('what is no token asks the store nothing', async () => {
  const { call } = await openConsoleFixture();
  for (const token of ['x', '../..', `${createToken()}x`, "' or 1=1 --"])
    expect((await call('signIn', { token })).statusCode).toBe(401);
  expect((await call('signIn', { token: '' })).statusCode).toBe(422);
  expect((await call('signIn', { token: 7 })).statusCode).toBe(422);
});
