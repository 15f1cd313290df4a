import type { Page } from '@playwright/test';
import { publishableKey } from '#contract/wire.ts';
import { expect, test } from './fixtures.ts';
import { creator } from './forms.ts';

type Answer = { data: { success: true; id: string } | null; error: string | null };
interface Supabase {
  createClient(
    url: string,
    key: string,
  ): {
    functions: {
      invoke(name: string, options: { body: object }): Promise<{ data: Answer['data']; error: Error | null }>;
    };
  };
}

const todays = 'node_modules/@supabase/supabase-js/dist/umd/supabase.js';

/** On a page of this address: calls the function with the official client, from its own bundle. */
async function invoke(
  page: Page,
  {
    from,
    to,
    key = publishableKey,
    bundle = todays,
  }: Record<'from' | 'to', string> & Partial<Record<'key' | 'bundle', string>>,
  person = creator(),
): Promise<Answer> {
  await page.goto(from);
  await page.addScriptTag({ path: bundle });
  const body = { ...person, venueName: '', website: '', message: '', isVenueForm: false };
  return page.evaluate(
    async ({ url, key, body }) => {
      const { supabase } = window as unknown as { supabase: Supabase };
      const { functions } = supabase.createClient(url, key);
      const { data, error } = await functions.invoke('send-waitlist-to-slack', { body });
      return { data, error: error?.message ?? null };
    },
    { url: to, key, body },
  );
}

test.describe('the official client in a browser, from another origin', () => {
  for (const [version, bundle] of [
    ["today's", todays],
    ['2.50.0', 'node_modules/supabase-js-2-50/dist/umd/supabase.js'],
  ] as const) {
    test(`${version} delivers from an allowed origin`, async ({ page, testSite }) => {
      const person = creator();
      const way = { from: testSite.allowedOriginUrl, to: testSite.url, bundle };
      const { data, error } = await invoke(page, way, person);
      expect(error).toBeNull();
      expect(data).toEqual({ success: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      expect((await testSite.messageWith(person.email)).ids).toContain(data?.id);
    });
  }

  test.describe("today's, refused", () => {
    test.use({ expectedConsole: { anyOf: [/Failed to load resource/, /blocked by CORS policy/] } });

    test('reads the answer to a wrong key', async ({ page, testSite }) => {
      const way = { from: testSite.allowedOriginUrl, to: testSite.url, key: 'sb_publishable_wrong' };
      expect((await invoke(page, way)).error).toBe('Edge Function returned a non-2xx status code');
    });

    test('reaches nothing from an origin that nobody allowed', async ({ page, testSite }) => {
      const person = creator();
      const way = { from: testSite.disallowedOriginUrl, to: testSite.url };
      expect((await invoke(page, way, person)).error).toBe('Failed to send a request to the Edge Function');
      expect(testSite.messagesWith(person.email)).toEqual([]);
    });
  });
});
