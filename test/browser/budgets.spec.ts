import { pages } from '#contract/pages.ts';
import { everyPath, expect, firstVisit, hydrated, test, withMotion } from './fixtures.ts';

// A phone's screen, for which pictures have twice the pixels.
test.use({ ...firstVisit, ...withMotion, deviceScaleFactor: 2 });

/** All of home, as it travels: who does not scroll gets no more. */
const maxHomeBytes = 165_000;

/** Documents, sheets, scripts and fonts that come before the first picture is there, as they travel; 1 kB = 1,000 bytes. */
const maxBytesBeforePicture = 60_000;
/** Of our own, without React, which comes to who is near a form; and with it. */
const maxScriptBytes = 8_000;
const maxScriptBytesNearForm = 70_000;
/** Pictures of the first window, and those that the browser fetches ahead of the next: who does not scroll gets no more. */
const maxImageBytes = 130_000;

/** 4G: how far ahead Chromium fetches pictures depends on the network, and further where it does not know it. */
const phoneNetwork = { offline: false, latency: 20, downloadThroughput: 5e6, uploadThroughput: 5e6 };

interface Arrival {
  url: string;
  type: string;
  bytes: number;
}

for (const path of everyPath) {
  test(`a first visit of ${path} keeps to its budget`, async ({ page, testSite }) => {
    const devtools = await page.context().newCDPSession(page);
    const started = new Map<string, Arrival>();
    const arrivals: Arrival[] = [];
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', phoneNetwork);
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!request.url.startsWith('data:'))
        started.set(requestId, { url: request.url, type: type ?? '', bytes: 0 });
    });
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      const arrival = started.get(requestId);
      if (arrival) arrival.bytes = -response.encodedDataLength;
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const arrival = started.get(requestId);
      // Of the whole answer, its head is not content.
      if (arrival) arrivals.push({ ...arrival, bytes: arrival.bytes + encodedDataLength });
    });

    // As on a phone: what lies below the fold there must not count as seen.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    // A late one may start while the others are awaited.
    const arrived = () => expect.poll(() => started.size - arrivals.length).toBe(0);
    await arrived();

    const of = (type: string) => arrivals.filter((arrival) => arrival.type === type);
    const sum = (some: readonly Arrival[]) => some.reduce((total, { bytes }) => total + bytes, 0);
    const bytes = (type: string) => sum(of(type));
    if (path === pages.home.path) expect.soft(sum(arrivals), 'in all').toBeLessThanOrEqual(maxHomeBytes);
    if (path !== pages.contact.path)
      expect.soft(bytes('Script'), 'scripts for who only reads').toBeLessThanOrEqual(maxScriptBytes);
    await hydrated(page);
    await arrived();
    expect(of('Document')).toHaveLength(1);
    expect(bytes('Document')).toBeGreaterThan(1_000);
    expect(bytes('Script')).toBeGreaterThan(1_000);
    const beforePicture = arrivals.slice(
      0,
      arrivals.findIndex(({ type }) => type === 'Image'),
    );
    expect
      .soft(sum(beforePicture), `before the first picture: ${beforePicture.map(({ url }) => url).join(', ')}`)
      .toBeLessThanOrEqual(maxBytesBeforePicture);
    expect.soft(bytes('Script'), 'scripts').toBeLessThanOrEqual(maxScriptBytesNearForm);
    expect.soft(bytes('Image'), 'images').toBeLessThanOrEqual(maxImageBytes);
    const elsewhere = [...started.values()].filter(({ url }) => !url.startsWith(`${testSite.url}/`));
    expect(elsewhere, 'from another host').toEqual([]);
  });
}
