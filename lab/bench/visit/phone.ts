import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Observed, observe } from './observe.ts';

/** Lighthouse's slow phone: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, a quarter of this processor. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const processorSlowdown = 4;
const viewport = { width: 412, height: 823 };

export interface Phone {
  page: Page;
  devtools: CDPSession;
  observed(): Promise<Observed>;
  close(): Promise<void>;
}

/** A phone with an empty cache. `fast`: this machine's own network and processor. */
export async function openPhone(browser: Browser, speed: 'slow' | 'fast' = 'slow'): Promise<Phone> {
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (speed === 'slow') {
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  }
  await page.addInitScript(observe);
  return {
    page,
    devtools,
    observed: () => page.evaluate(() => (window as unknown as { seen: Observed }).seen),
    close: () => context.close(),
  };
}

/** Opens the page and waits until everything that a first visit does by itself is done. */
export async function visit(phone: Phone, url: string, hasForm: boolean): Promise<Observed> {
  await phone.page.goto(url, { waitUntil: 'load' });
  if (hasForm) {
    await phone.page.waitForFunction(
      () => (window as unknown as { seen: Observed }).seen.formReady > 0,
      null,
      { polling: 100 },
    );
  }
  await phone.page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    await new Promise((resolve) => setTimeout(resolve, 150));
  });
  return phone.observed();
}
