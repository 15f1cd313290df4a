import type { Locator, Page } from '@playwright/test';
import { emailOf } from './console-people.ts';
import type { ConsoleSite } from './console-site.ts';

/** A time of telling, as a field for it takes one. */
export const inTwoDays = (): string =>
  `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T10:00`;

/** What the console's tests look at and press. */
export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

export const notice = (page: Page): Locator => page.getByRole('complementary', { name: 'Notice' });

export const select = (page: Page, name: string): Promise<void> =>
  page.getByRole('checkbox', { name: `Select ${name}` }).check();

/** In the bar that the selected rows open. */
export const decision = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name });

/** On the page that a sign-in link leads to. */
export const pressSignIn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign in to the console' }).click();

/** Decides about somebody as another reviewer does, beside the console. */
export async function decideByCommand(site: ConsoleSite, verb: string, name: string): Promise<void> {
  const found = await site.run('list', '--email', emailOf(name), '--json');
  await site.run(verb, /"number":\s*(\d+)/.exec(found)?.[1] ?? '', '--yes');
}
