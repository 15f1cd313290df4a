import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds in the page, or in these parts of it, in words that name the element. */
export async function violations(page: Page, parts: readonly string[] = []): Promise<string[]> {
  // Half-faded text has another contrast than the text that stays.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // The mode for pages without frames: the other one opens a page of its own for each result.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0;' }) }).setLegacyMode();
  // Of what is in order, nothing is told.
  axe.options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
