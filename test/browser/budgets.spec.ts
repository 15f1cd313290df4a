import { expect, firstVisit, hydrated, paths, test, withMotion } from './fixtures.ts';

// A phone's screen, for which pictures have twice the pixels.
test.use({ ...firstVisit, deviceScaleFactor: 2 });

/** What a first visit may cost before anything is touched: brotli bytes as they travel, 1 kB = 1,000 bytes. */
const budget = {
  /** HTML with the styles of its first screen. */
  documentBytes: 12_000,
  /** Of our own, without React. */
  firstScriptBytes: 3_000,
  /** Documents, sheets, scripts and fonts that come before the first picture is there. */
  bytesBeforePicture: 60_000,
  // React is 58 kB of it.
  scriptBytes: 69_000,
  fontBytes: 50_000,
  /** Of what stands below the first screen; the first screen's are in the document. */
  sheetBytes: 4_500,
  // Chromium holds the first paint back for a preloaded face.
  preloadedFonts: 0,
  // The pictures of the first window, and those that the browser fetches ahead of the next.
  imageBytes: 250_000,
  requests: 20,
};

interface Arrival {
  url: string;
  type: string;
  bytes: number;
}

const notFoundPath = '/not-on-the-list';
test.use(withMotion);
test.use({ expectedConsole: { anyOf: [/404/] } });

for (const path of [...paths, notFoundPath]) {
  test(`a first visit of ${path} keeps to its budget`, async ({ page, testSite }) => {
    const devtools = await page.context().newCDPSession(page);
    const started = new Map<string, Arrival>();
    const arrivals: Arrival[] = [];
    await devtools.send('Network.enable');
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
    await page.setViewportSize({ width: 412, height: 823 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await hydrated(page);
    // A late one may start while the others are awaited.
    await expect.poll(() => started.size - arrivals.length).toBe(0);

    const of = (type: string) => arrivals.filter((arrival) => arrival.type === type);
    const bytes = (type: string) => of(type).reduce((sum, arrival) => sum + arrival.bytes, 0);
    expect(of('Document')).toHaveLength(1);
    expect(bytes('Document')).toBeGreaterThan(1_000);
    expect(bytes('Script')).toBeGreaterThan(1_000);
    expect.soft(bytes('Document'), 'HTML with its styles').toBeLessThanOrEqual(budget.documentBytes);
    expect.soft(bytes('Script'), 'script').toBeLessThanOrEqual(budget.scriptBytes);
    const firstScript = of('Script')[0]?.bytes ?? 0;
    expect.soft(firstScript, 'the script that runs at first').toBeLessThanOrEqual(budget.firstScriptBytes);
    const beforePicture = arrivals.slice(
      0,
      arrivals.findIndex(({ type }) => type === 'Image'),
    );
    expect
      .soft(
        beforePicture.reduce((sum, arrival) => sum + arrival.bytes, 0),
        `before the first picture: ${beforePicture.map(({ url }) => url).join(', ')}`,
      )
      .toBeLessThanOrEqual(budget.bytesBeforePicture);
    expect.soft(bytes('Image'), 'images').toBeLessThanOrEqual(budget.imageBytes);
    expect.soft(bytes('Stylesheet'), 'style sheets of their own').toBeLessThanOrEqual(budget.sheetBytes);
    // Of the sections below the first screen, and of the waitlist form.
    expect.soft(of('Stylesheet').length, 'style sheets of their own').toBeLessThanOrEqual(2);
    expect.soft(started.size, arrivals.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(budget.requests);
    const elsewhere = [...started.values()].filter(({ url }) => !url.startsWith(`${testSite.url}/`));
    expect.soft(elsewhere, 'from another host').toEqual([]);

    const head = await page.evaluate(() => ({
      blocking: [...document.querySelectorAll<HTMLScriptElement>('head script[src], body script[src]')]
        .filter((script) => script.type !== 'module' && !script.async && !script.defer)
        .map((script) => script.src),
      preloadedFonts: [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')].map(
        (link) => link.href,
      ),
    }));
    expect.soft(head.blocking, 'scripts that block painting').toEqual([]);
    expect.soft(head.preloadedFonts.length, 'preloaded fonts').toBeLessThanOrEqual(budget.preloadedFonts);
    expect.soft(bytes('Font'), 'fonts').toBeLessThanOrEqual(budget.fontBytes);
  });
}
