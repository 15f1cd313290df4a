import { publishableKey, type SuccessAnswer } from '../../contract/wire.ts';
import { expect, test } from './fixtures.ts';
import { creator } from './forms.ts';

type Answer = { data: SuccessAnswer | null; error: string | null };
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

/** In the page: the official client from its own bundle, in the page's own origin. */
const invoke = async ([url, key, body]: [string, string, object]): Promise<Answer> => {
  const { supabase } = window as unknown as { supabase: Supabase };
  const { data, error } = await supabase
    .createClient(url, key)
    .functions.invoke('send-waitlist-to-slack', { body });
  return { data, error: error?.message ?? null };
};

const todays = 'node_modules/@supabase/supabase-js/dist/umd/supabase.js';

test.describe('the official client in a browser, from another origin', () => {
  for (const [version, bundle] of [
    ["today's", todays],
    ['2.50.0', 'node_modules/supabase-js-2-50/dist/umd/supabase.js'],
  ] as const) {
    test(`${version} delivers from an allowed origin`, async ({ page, testSite }) => {
      await page.goto(testSite.allowedOriginUrl);
      await page.addScriptTag({ path: bundle });
      const person = creator();
      const body = { ...person, venueName: '', website: '', message: '', isVenueForm: false };
      const { data, error } = await page.evaluate(invoke, [testSite.url, publishableKey, body] as [
        string,
        string,
        object,
      ]);
      expect(error).toBeNull();
      expect(data).toEqual({ success: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      expect((await testSite.messageWith(person['email'] ?? '')).ids).toContain(data?.id);
    });
  }

  test.describe("today's, refused", () => {
    test.use({ expectedConsole: { anyOf: [/Failed to load resource/, /blocked by CORS policy/] } });

    test('reads the answer to a wrong key', async ({ page, testSite }) => {
      await page.goto(testSite.allowedOriginUrl);
      await page.addScriptTag({ path: todays });
      const { error } = await page.evaluate(invoke, [testSite.url, 'sb_publishable_wrong', {}] as [
        string,
        string,
        object,
      ]);
      expect(error).toBe('Edge Function returned a non-2xx status code');
    });

    test('reaches nothing from an origin that nobody allowed', async ({ page, testSite }) => {
      await page.goto(testSite.disallowedOriginUrl);
      await page.addScriptTag({ path: todays });
      const person = creator();
      const { error } = await page.evaluate(invoke, [testSite.url, publishableKey, person] as [
        string,
        string,
        object,
      ]);
      expect(error).toBe('Failed to send a request to the Edge Function');
      expect(testSite.messagesWith(person['email'] ?? '')).toEqual([]);
    });
  });
});
