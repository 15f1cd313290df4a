import { expect, firstVisit, test } from './fixtures.ts';

test.use(firstVisit);

test.use({ expectedConsole: { anyOf: [/integrity|Failed to fetch dynamically imported module|hydrat/i] } });

for (const script of ['start', 'hydrate-islands', 'react']) {
  test(`a ${script} script that was changed on the way is not run, and the form stays one`, async ({
    page,
  }) => {
    await page.route(`**/_astro/${script}.*.js`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `globalThis.changed=true;${await response.text()}` });
    });
    const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()));
    await page.goto('/creators');
    await page.locator('main form').scrollIntoViewIfNeeded();
    await refused;
    await expect(page.locator('form').getByLabel('Name')).toBeEditable();
    expect(await page.evaluate(() => 'changed' in globalThis)).toBe(false);
    const isHydrated = await page
      .locator('form[method="post"]')
      .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react')));
    expect(isHydrated).toBe(false);
  });
}
