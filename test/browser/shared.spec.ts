import { brand } from '#contract/brand.ts';
import { expect, paths, specifiedPaths, test } from './fixtures.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What search engines and shared links show of a page. */

for (const path of paths) {
  test(`${path} says who it is, and shows a picture of 1200 × 630`, async ({ page, request }) => {
    await page.goto(path);
    const head = await page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('meta[property], meta[name], link[rel="canonical"]')].map((each) => [
          each.getAttribute('property') ?? each.getAttribute('name') ?? 'canonical',
          each.getAttribute('content') ?? each.getAttribute('href') ?? '',
        ]),
      ),
    );
    const title = await page.title();
    expect(title).toContain(brand.name);
    expect(head['og:title']).toBe(title);
    expect(head['description']?.length).toBeGreaterThan(40);
    expect(head['description']?.length).toBeLessThan(160);
    expect(head['og:description']).toBe(head['description']);
    expect(new URL(head['canonical'] ?? '').pathname).toBe(path);
    expect(head['og:url']).toBe(head['canonical']);
    expect(head['twitter:card']).toBe('summary_large_image');
    expect(head['theme-color']).toMatch(/^#/);
    expect(head['og:image:alt']).toMatch(/\S/);
    const picture = await request.get(new URL(head['og:image'] ?? '').pathname);
    const png = await picture.body();
    expect(picture.headers()['content-type']).toBe('image/png');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });
}

// Another page need not have a share picture of its own: it shows home's.
for (const path of specifiedPaths) {
  test(`the share picture of ${path} says what the page says first`, async ({ page }) => {
    await page.goto(path);
    const words = await page.locator('meta[property="og:image:alt"]').getAttribute('content');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words ?? '');
  });
}

test('home describes the organization, with a logo that is there', async ({ page, request }) => {
  await page.goto('/');
  const described = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(described).toMatchObject({ '@type': 'Organization', name: brand.name, slogan: brand.tagline });
  const logo = await request.get(new URL(described.logo).pathname);
  expect(logo.headers()['content-type']).toBe('image/png');
});

test('the site map lists every page, robots.txt leads to it, and what is missing stays out', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  const address = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '';
  const map = await (await request.get(new URL(address).pathname)).text();
  const listed = [...map.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
  expect(listed).toEqual([...paths]);
  const missing = await request.get('/no-such-page');
  expect(await missing.text()).toContain('content="noindex"');
});

test('security.txt is good for another 30 days at least', async ({ request }) => {
  const text = await (await request.get('/.well-known/security.txt')).text();
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(30 * dayMs);
  // RFC 9116 asks for less than a year.
  expect(expires - Date.now()).toBeLessThan(365 * dayMs);
});

test('every icon of the manifest and of the head is there, in the size it says', async ({
  page,
  request,
}) => {
  const manifest: { icons: { src: string; sizes: string; type: string }[] } = await (
    await request.get('/manifest.webmanifest')
  ).json();
  await page.goto('/');
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await request.get(src);
    expect(answer.headers()['content-type']).toContain(type);
    if (type !== 'image/png') continue;
    const width = (await answer.body()).readUInt32BE(16);
    expect(`${width}x${width}`).toBe(sizes);
  }
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await request.get(touchIcon ?? '')).ok()).toBe(true);
});

test('programs that look for an icon at the usual addresses get a picture, and other sites may show it', async ({
  request,
}) => {
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/favicon.svg', '/share/home.png']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toMatch(/^image\//);
    expect(answer.headers()['cross-origin-resource-policy'], path).toBe('cross-origin');
  }
});
