import type { BrowserContext, Page } from '@playwright/test';

/** What the next test of the same page starts with. */
export interface StartingState {
  viewport: { width: number; height: number } | null;
  reducedMotion: 'reduce' | 'no-preference' | null;
}

/**
 * The page of one test after the other: what it has loaded it need not load, compile and decode again, which is half
 * of a test's processor time. A test starts on an empty document without cookies, storage, routes and init scripts of
 * the one before. A fake clock cannot be removed: tests that install one use `firstVisit`.
 */
export async function lend(page: Page, state: StartingState, use: (page: Page) => Promise<void>) {
  if (state.viewport) await page.setViewportSize(state.viewport);
  const { reducedMotion } = state;
  await page.emulateMedia({ media: null, contrast: null, forcedColors: null, reducedMotion });

  const added: { dispose(): Promise<void> }[] = [];
  const { addInitScript } = page;
  page.addInitScript = async (...script: Parameters<typeof addInitScript>) => {
    const initScript = await addInitScript.apply(page, script);
    added.push(initScript);
    return initScript;
  };
  await use(page);
  page.addInitScript = addInitScript;

  for (const initScript of added) await initScript.dispose();
  await takeBack(page.context(), page);
}

async function takeBack(context: BrowserContext, page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  // An empty document has no storage.
  if (page.url().startsWith('http')) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await context.clearCookies();
  await page.goto('about:blank');
  // Else the next page would be under the pointer.
  await page.mouse.move(-1, -1);
}
