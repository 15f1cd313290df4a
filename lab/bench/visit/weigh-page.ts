import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openPhone } from './phone.ts';

/** Bytes on the wire, bodies only. */
export interface Weight {
  document: number;
  styles: number;
  script: number;
  fonts: number;
  art: number;
  other: number;
  requests: number;
}

const kinds: Record<string, keyof Omit<Weight, 'requests'>> = {
  Document: 'document',
  Stylesheet: 'styles',
  Script: 'script',
  Font: 'fonts',
  Image: 'art',
};

/** What a phone downloads when the whole page is scrolled through once. */
export async function weighPage(browser: Browser, url: string): Promise<Weight> {
  const phone = await openPhone(browser, 'fast');
  const weight: Weight = { document: 0, styles: 0, script: 0, fonts: 0, art: 0, other: 0, requests: 0 };
  const started = new Map<string, { kind: keyof Omit<Weight, 'requests'>; headBytes: number }>();
  const loading = new Set<string>();
  phone.devtools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:')) return;
    weight.requests += 1;
    loading.add(requestId);
    started.set(requestId, { kind: kinds[type ?? ''] ?? 'other', headBytes: 0 });
  });
  phone.devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const entry = started.get(requestId);
    if (entry) entry.headBytes = response.encodedDataLength;
  });
  phone.devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = started.get(requestId);
    if (entry) weight[entry.kind] += encodedDataLength - entry.headBytes;
    loading.delete(requestId);
  });
  phone.devtools.on('Network.loadingFailed', ({ requestId }) => loading.delete(requestId));
  await phone.page.goto(url, { waitUntil: 'networkidle' });
  await phone.page.evaluate(async () => {
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight / 2) {
      scrollTo({ top: at, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  // Pictures that the scroll asked for may still come.
  for (let quietSince = Date.now(); Date.now() - quietSince < 300; await pause(50)) {
    if (loading.size > 0) quietSince = Date.now();
  }
  await phone.close();
  return weight;
}
