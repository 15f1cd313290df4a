import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { unsetSiteUrl } from '#contract/pages.ts';
import { openAppFixture } from '#server/app-fixture.ts';
import { loadPages, PagesMissingError } from './pages.ts';
import { createSecurityHeaders } from './security-headers.ts';

const fixture = await openAppFixture();
afterAll(() => fixture.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  fixture.app.inject({ method: 'GET', url, headers });

describe('pages', () => {
  test.each([
    ['/', 'Home'],
    ['/creators', 'Creators'],
    ['/venues', 'Venues'],
    ['/venues?utm_source=x', 'Venues'],
    ['/%63reators', 'Creators'],
  ])('%s is the page %s', async (url, title) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<title>${title}</title>`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining('sha256-'),
    });
  });

  test.each([
    ['/creators/', '/creators'],
    ['/creators/index.html', '/creators'],
    ['/venues.html', '/venues'],
    ['/index.html', '/'],
    ['/creators/?utm_source=x&next=%2F%2Fa', '/creators?utm_source=x&next=%2F%2Fa'],
    ['/%63reators/?utm_source=x', '/creators?utm_source=x'],
  ])('%s leads to %s', async (url, location) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
  });

  test('hashed files are cached without end, others for an hour', async () => {
    const script = await get('/_astro/a.js');
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await get('/dot.png')).headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-type': 'image/png',
    });
  });
});

test('other sites may show its pictures, as previews of links do, and load nothing else of it', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['cross-origin-resource-policy'];
  expect(await policyOf('/dot.png')).toBe('cross-origin');
  for (const url of ['/_astro/a.js', '/', '/creators']) expect(await policyOf(url)).toBe('same-origin');
});

describe('compression', () => {
  test('brotli before gzip before none, as the browser accepts', async () => {
    const plain = await get('/');
    const br = await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    const gzip = await get('/', { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(br.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    for (const answer of [plain, br, gzip]) {
      expect(answer.headers['vary']).toBe('Accept-Encoding');
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    }
    expect(new Set([plain, br, gzip].map((answer) => answer.headers.etag)).size).toBe(3);
  });

  test('what is no text, or too short, stays as it is', async () => {
    const answer = await get('/dot.png', { 'accept-encoding': 'br' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('vary');
  });

  test('the 404 page is compressed too, and has no ETag', async () => {
    const answer = await get('/nothing', { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers).not.toHaveProperty('etag');
  });
});

describe('conditions', () => {
  test.each(['', 'br', 'gzip'])('304 for the ETag of the encoding "%s"', async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const first = await get('/', headers);
    const etag = String(first.headers.etag);
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const answer = await get('/', { ...headers, 'if-none-match': value });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
      expect(answer.headers).toHaveProperty('content-security-policy');
    }
    expect((await get('/', { ...headers, 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const answer = await fixture.app.inject({ method: 'HEAD', url: '/', headers });
    const whole = await get('/', headers);
    expect(answer.body).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'content-encoding'] as const) {
      expect(answer.headers[name]).toBe(whole.headers[name]);
    }
  });
});

test('the error for a site that was not built names the command that builds it', async () => {
  const security = createSecurityHeaders({ siteUrl: 'http://a.example', backendOrigin: null });
  const loading = loadPages('/nonexistent', { security, siteUrl: 'http://a.example' });
  await expect(loading).rejects.toThrow(PagesMissingError);
  await expect(loading).rejects.toThrow('npm run build');
});

test('a built site that cannot be read is told from one that is not there', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const security = createSecurityHeaders({ siteUrl: 'http://a.example', backendOrigin: null });
  const load = () => loadPages(path.join(folder, 'dist'), { security, siteUrl: 'http://a.example' });
  // What leads to itself cannot be read by root either.
  await symlink('dist', path.join(folder, 'dist'));
  await expect(load()).rejects.toThrow(PagesMissingError);
  await expect(load()).rejects.toThrow(/dist cannot be read by this user \(ELOOP\)/);
});

test('one build serves any address: each page, the site map and robots.txt name the one of the settings', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const page = `<link rel="canonical" href="${unsetSiteUrl}/"><meta property="og:image" content="${unsetSiteUrl}/share/home.png">`;
  await writeFile(path.join(folder, 'index.html'), page);
  await writeFile(path.join(folder, '404.html'), 'Not found');
  await writeFile(path.join(folder, 'answer.html'), 'An answer');
  await writeFile(path.join(folder, 'sitemap.xml'), `<loc>${unsetSiteUrl}/creators</loc>`);
  await writeFile(path.join(folder, 'robots.txt'), `Sitemap: ${unsetSiteUrl}/sitemap.xml`);
  for (const siteUrl of ['https://a.example', 'http://localhost:4000']) {
    const security = createSecurityHeaders({ siteUrl, backendOrigin: null });
    const pages = await loadPages(folder, { security, siteUrl });
    const { app, close } = await openAppFixture({}, () => ({ pages }));
    for (const url of ['/', '/sitemap.xml', '/robots.txt']) {
      const { body } = await app.inject({ method: 'GET', url });
      expect(body).toContain(`${siteUrl}/`);
      expect(body).not.toContain(unsetSiteUrl);
    }
    await close();
  }
});
