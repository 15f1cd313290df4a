import type { CDPSession } from '@playwright/test';
import { everyPath, expect, firstVisit, hydrated, test } from './fixtures.ts';

test.use(firstVisit);
test.use({ expectedConsole: { anyOf: [/404/] } });

/** Names of the font files that Chromium drew the words of an element with. */
async function facesOf(devtools: CDPSession, selector: string): Promise<{ name: string; isOurs: boolean }[]> {
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) => ({ name: familyName, isOurs: isCustomFont }));
}

for (const path of everyPath) {
  test(`the first page of a visit, ${path}, is in our faces once they have arrived`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await page.evaluate(() => document.fonts.ready);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    for (const [selector, face] of [
      ['h1', 'Instrument Serif'],
      ['footer a', 'Instrument Sans'],
    ] as const) {
      const faces = await facesOf(devtools, selector);
      expect(faces.length, selector).toBeGreaterThan(0);
      for (const { name, isOurs } of faces) {
        expect(isOurs, `${selector} in ${name}`).toBe(true);
        expect(name).toContain(face);
      }
    }
  });
}
