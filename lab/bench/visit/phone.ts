import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Observed, observe } from './observe.ts';

/** Lighthouse's slow phone: 150 ms to an answer, 1.6 Mbps down, 750 kbps up, a fourth of this machine. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
const viewport = { width: 412, height: 823 };

export interface Bytes {
  html: number;
  script: number;
  font: number;
  other: number;
  requests: number;
}

export interface Frame {
  /** Milliseconds since navigation began. */
  at: number;
  jpeg: string;
}

export interface Phone {
  page: Page;
  devtools: CDPSession;
  bytes: Bytes;
  observed(): Promise<Observed>;
  close(): Promise<void>;
}

/** A phone that was never here: its own cold cache. */
export async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const bytes: Bytes = { html: 0, script: 0, font: 0, other: 0, requests: 0 };
  const types = new Map<string, { kind: 'html' | 'script' | 'font' | 'other'; headBytes: number }>();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:')) return;
    bytes.requests += 1;
    const kind =
      type === 'Document' ? 'html' : type === 'Script' ? 'script' : type === 'Font' ? 'font' : 'other';
    types.set(requestId, { kind, headBytes: 0 });
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const entry = types.get(requestId);
    if (entry) entry.headBytes = response.encodedDataLength;
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = types.get(requestId);
    if (entry) bytes[entry.kind] += encodedDataLength - entry.headBytes;
  });
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observe);
  return {
    page,
    devtools,
    bytes,
    observed: () => page.evaluate(() => (window as unknown as { seen: Observed }).seen),
    close: () => context.close(),
  };
}

/** Goes there and waits until everything that a first visit does by itself has been done. */
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

/** The pictures that the screen showed during a visit. */
export async function film(phone: Phone, url: string, hasForm: boolean): Promise<Frame[]> {
  const shots: { takenAt: number; jpeg: string }[] = [];
  phone.devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ takenAt: (metadata.timestamp ?? 0) * 1_000, jpeg: data });
    phone.devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await phone.devtools.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 60,
    maxWidth: 206,
    maxHeight: 412,
    everyNthFrame: 1,
  });
  await visit(phone, url, hasForm);
  await phone.devtools.send('Page.stopScreencast');
  const origin = await phone.page.evaluate(() => performance.timeOrigin);
  return shots
    .filter(({ takenAt }) => takenAt >= origin)
    .map(({ takenAt, jpeg }) => ({ at: takenAt - origin, jpeg }));
}
