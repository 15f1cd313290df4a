import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { createEmulator } from 'emulate';
import OidcProvider, { type Configuration } from 'oidc-provider';
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
async function startCertified(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    cookies: { keys: ['for one test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: id, email_verified: true, name: people[id] ?? '' }),
    }),
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

for (const [name, start] of [
  ['a certified provider', startCertified],
  ['Google, emulated', startGoogle],
] as const) {
  test(`with ${name}: who is on the list signs in, stays signed in, and signs out; others are told why not`, async ({
    page,
    context,
  }) => {
    test.setTimeout(90_000);
    const port = await findFreePort();
    // Another host than the provider's: the way back comes from another site.
    const url = `http://localhost:${port}`;
    const provider = await start(`${url}/sign-in/callback`);
    const site = await startTestSite({
      ADMIN_PORT: String(port),
      ADMIN_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      ADMIN_EMAILS: 'grace@example.com',
    });
    try {
      // It opens after the site.
      await expect.poll(() => site.log(), { timeout: 20_000 }).toContain(`Console  ${url}`);
      await page.goto(url);
      await page.getByRole('link', { name: 'Sign in with your account' }).click();
      await provider.choose(page, 'grace@example.com');
      await expect(page.getByText('Grace Hopper')).toBeVisible();
      expect(new URL(page.url()).search).toBe('');

      const cookies = (await context.cookies(url)).filter((cookie) =>
        cookie.name.startsWith('entree-console'),
      );
      expect(cookies).toEqual([
        expect.objectContaining({
          name: `entree-console-${port}`,
          httpOnly: true,
          sameSite: 'Strict',
          path: '/',
        }),
      ]);
      await page.reload();
      await expect(page.getByText('Grace Hopper')).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect
        .poll(async () => (await context.cookies(url)).map(({ name }) => name))
        .not.toContain(`entree-console-${port}`);
      await page.reload();
      await expect(page.getByRole('link', { name: 'Sign in with your account' })).toBeVisible();
      await context.clearCookies({ name: /^(?!entree)/ });

      await page.getByRole('link', { name: 'Sign in with your account' }).click();
      await provider.choose(page, 'eve@evil.example');
      await expect(page.getByText('eve@evil.example is not on the list')).toBeVisible();
      expect(site.log()).not.toMatch(/grace|eve@|hopper/i);
    } finally {
      await site.close();
      await provider.close();
    }
  });
}
