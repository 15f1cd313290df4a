import { afterEach, describe, expect, test, vi } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { createBackendClient } from '#site/backend/client.ts';
import { backendSettings } from '#site/backend/settings.ts';

describe('settings', () => {
  vi.stubGlobal('location', { origin: 'https://entree.example' });
  afterEach(() => vi.unstubAllEnvs());

  test("left unset, the page's own origin and the committed key", () => {
    expect(backendSettings()).toEqual({ url: 'https://entree.example', key: publishableKey });
  });

  test('set to empty, they stay empty', () => {
    vi.stubEnv('PUBLIC_BACKEND_URL', '');
    vi.stubEnv('PUBLIC_BACKEND_ANON_KEY', '');
    expect(backendSettings()).toEqual({ url: '', key: '' });
  });
});

describe('creating the client fails', () => {
  test.each([
    ['', 'k', 'PUBLIC_BACKEND_URL'],
    ['https://entree.example', '', 'PUBLIC_BACKEND_ANON_KEY'],
    ['/api', 'k', 'PUBLIC_BACKEND_URL'],
    ['ftp://entree.example', 'k', 'PUBLIC_BACKEND_URL'],
    ['https://', 'k', 'PUBLIC_BACKEND_URL'],
  ])('with URL "%s" and key "%s", naming %s', (url, key, setting) => {
    expect(() => createBackendClient({ url, key })).toThrow(setting);
  });
});
