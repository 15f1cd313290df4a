import type { Browser } from 'playwright-core';
import { type Finding, median } from '#lab/bench/results.ts';
import { fillForm, formSelector } from './fill-form.ts';
import type { Observed } from './observe.ts';
import { openPhone, visit } from './phone.ts';

const longestPressMs = 100;

/** On the slow phone, from the press to the frame that shows its result: panel, variant, typing, submit. */
export async function measurePresses(browser: Browser, siteUrl: string, runs: number): Promise<Finding[]> {
  const durations = new Map<string, number[]>();
  for (let run = 0; run < runs; run += 1) {
    const phone = await openPhone(browser);
    const { page } = phone;
    await visit(phone, `${siteUrl}/`, true);
    const press = async (name: string, act: () => Promise<unknown>) => {
      await page.evaluate(() => {
        (window as unknown as { seen: Observed }).seen.interactions.length = 0;
      });
      await act();
      // Event timings are reported some frames after the press.
      await page.waitForTimeout(400);
      const { interactions } = await phone.observed();
      const slowest = Math.max(0, ...interactions.map(({ duration }) => duration));
      durations.set(name, [...(durations.get(name) ?? []), slowest]);
    };
    await press('open the panel', () => page.getByRole('button', { name: 'Open navigation' }).tap());
    await press('close the panel', () => page.getByRole('button', { name: 'Close navigation' }).tap());
    const form = page.locator(formSelector).first();
    await form.scrollIntoViewIfNeeded();
    await press('switch the variant', () => form.getByRole('button', { name: 'As Venue' }).tap());
    await press('type', () =>
      form.getByLabel('Name', { exact: true }).pressSequentially('Ana', { delay: 60 }),
    );
    await fillForm(page);
    await press('submit', async () => {
      await form.getByRole('button', { name: 'Join Waitlist' }).tap();
      await page.waitForFunction(() => (window as unknown as { seen: Observed }).seen.toastAt > 0);
    });
    await phone.close();
  }
  return [...durations].map(
    ([name, values]): Finding => ({
      subject: 'press',
      measure: name,
      value: median(values),
      unit: 'ms',
      target: { atMost: longestPressMs },
    }),
  );
}
