import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { createEmulator } from 'emulate';
import OidcProvider, { type Configuration } from 'oidc-provider';
import { testCertificate } from '#test/mail-server.ts';
import { findFreePort } from '#test/program.ts';
import { startTestSite } from './test-site.ts';

interface IdentityProvider {
  issuer: string;
  /** On the provider's own pages. */
  choose(page: Page, email: string): Promise<void>;
  close(): Promise<unknown>;
}

const client = { client_id: 'console', client_secret: 'a secret of the client' };
const people: Readonly<Record<string, string>> = {
  'grace@example.com': 'Grace Hopper',
  'eve@evil.example': 'Eve',
};

/** Certified (https://openid.net/certification/). Its ID token has no email: that is asked for behind it. */
async function startCertified(
  redirectUri: string,
  more: Configuration = { pkce: { required: () => true } },
): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['for one test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: id, email_verified: true, name: people[id] ?? '' }),
    }),
    ...more,
  };
  const provider = new OidcProvider(issuer, configuration);
  server.on('request', provider.callback());
  return {
    issuer,
    async choose(page, email) {
      await page.locator('input[name=login]').fill(email);
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * The certified provider with what Slack has in its place: its addresses, no PKCE, a client that sends its secret in
 * the body or by Basic, and an ID token with the email. https://slack.com/.well-known/openid-configuration
 */
const startLikeSlack = (redirectUri: string): Promise<IdentityProvider> =>
  startCertified(redirectUri, {
    pkce: { required: () => false },
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    routes: {
      authorization: '/openid/connect/authorize',
      token: '/api/openid.connect.token',
      userinfo: '/api/openid.connect.userInfo',
      jwks: '/openid/connect/keys',
    },
  });

async function startGoogle(redirectUri: string): Promise<IdentityProvider> {
  const emulator = await createEmulator({
    service: 'google',
    port: await findFreePort(),
    seed: {
      google: {
        users: Object.entries(people).map(([email, name]) => ({ email, name })),
        oauth_clients: [{ ...client, name: 'Console', redirect_uris: [redirectUri] }],
      },
    },
  });
  return {
    issuer: emulator.url,
    choose: (page, email) => page.getByText(email).first().click(),
    close: () => emulator.close(),
  };
}

/**
 * A reverse proxy with TLS in front of a port of this machine, as `docs/operations.md` has it: the Host stays as
 * the browser sends it, and what a visitor claims about forwarding is replaced. Its certificate is for `localhost`
 * and signed by itself.
 */
async function startTlsProxy(port: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = createTlsServer(testCertificate, (incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const onwards = request({ host: '127.0.0.1', port, method, path, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.pipe(onwards);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

// The proxy's certificate is signed by itself.
test.use({ ignoreHTTPSErrors: true });

for (const [name, start, isBehindTls] of [
  ['a certified provider', startCertified, false],
  ['Google, emulated', startGoogle, false],
  ["a provider with Slack's addresses, behind a proxy with TLS", startLikeSlack, true],
] as const) {
  test(`with ${name}: who is on the list signs in, stays signed in, and signs out; others are told why not`, async ({
    page,
    context,
  }) => {
    const port = await findFreePort();
    // Another host than the provider's: the way back comes from another site.
    const proxy = isBehindTls ? await startTlsProxy(port) : null;
    const url = proxy?.url ?? `http://localhost:${port}`;
    const cookieName = isBehindTls ? '__Host-entree-console' : `entree-console-${port}`;
    const provider = await start(`${url}/sign-in/callback`);
    const site = await startTestSite({
      ADMIN_PORT: String(port),
      ADMIN_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      ADMIN_EMAILS: 'grace@example.com',
      TRUST_PROXY: 'loopback',
    });
    try {
      // It opens after the site.
      await expect.poll(() => site.log()).toContain(`Console  ${url}`);
      await page.goto(url);
      await page.getByRole('link', { name: 'Sign in with your account' }).click();
      await provider.choose(page, 'grace@example.com');
      await expect(page.getByText('Grace Hopper')).toBeVisible();
      expect(new URL(page.url()).search).toBe('');

      const cookies = (await context.cookies(url)).filter((cookie) => cookie.name.endsWith(cookieName));
      expect(cookies).toEqual([
        expect.objectContaining({
          name: cookieName,
          secure: isBehindTls,
          domain: 'localhost',
          httpOnly: true,
          sameSite: 'Strict',
          path: '/',
        }),
      ]);
      await page.reload();
      await expect(page.getByText('Grace Hopper')).toBeVisible();
      // A way back that is over, as the browser's Back leads to one.
      await page.goto(`${url}/sign-in/callback?code=c&state=s`);
      await expect(page.getByText('Grace Hopper')).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect
        .poll(async () => (await context.cookies(url)).map(({ name }) => name))
        .not.toContain(cookieName);
      await page.reload();
      await expect(page.getByRole('link', { name: 'Sign in with your account' })).toBeVisible();
      await page.goto(`${url}/sign-in/callback?code=c&state=s`);
      await expect(page.getByRole('alert')).toContainText('not begun in this browser');
      await context.clearCookies({ name: /^(?!.*entree)/ });

      await page.getByRole('link', { name: 'Sign in with your account' }).click();
      await provider.choose(page, 'eve@evil.example');
      await expect(page.getByText('eve@evil.example is not on the list')).toBeVisible();
      expect(site.log()).not.toMatch(/grace|eve@|hopper/i);
    } finally {
      await site.close();
      await provider.close();
      await proxy?.close();
    }
  });
}
