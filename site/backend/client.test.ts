import { describe, expect, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { createBackendClient } from '#site/backend/client.ts';
import { readBackendSettings } from '#site/backend/settings.ts';

describe('settings', () => {
  test("left unset, the page's own origin and the committed key", () => {
    expect(readBackendSettings({}, 'https://entree.example')).toEqual({
      url: 'https://entree.example',
      key: publishableKey,
    });
  });

  test('set to empty, they stay empty', () => {
    const built = { PUBLIC_BACKEND_URL: '', PUBLIC_BACKEND_ANON_KEY: '' };
    expect(readBackendSettings(built, 'https://entree.example')).toEqual({ url: '', key: '' });
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
