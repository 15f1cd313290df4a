import { expect, test } from 'vitest';
import { pages } from '#contract/pages.ts';
import { documentBudget, explainExcess, weighPage } from './page-weight.ts';
import { assertSamePages } from './weigh-pages.ts';

const noise = (length: number) => Array.from({ length }, () => Math.random().toString(36).slice(2)).join('');
const page = (styles: string, art = '') =>
  `<!doctype html><html><head><title>a</title><style>${styles}</style></head><body>Words${art}</body></html>`;

test('a page is weighed by its parts', async () => {
  const { document, parts } = await weighPage(page(noise(100), `<svg><path d="${noise(300)}"/></svg>`));
  expect(parts.art).toBeGreaterThan(parts.styles);
  expect(parts.styles).toBeGreaterThan(parts.words);
  expect(parts.scripts).toBe(0);
  expect(parts.styles + parts.art + parts.words).toBe(document);
});

const { maxBytes, minRoomBytes } = documentBudget;

test('a page that is light enough is not mentioned', async () => {
  expect(explainExcess({ venues: await weighPage(page('')) }, null, maxBytes)).toBeNull();
});

test('a page that has used its room is named before any is refused', async () => {
  const weights = { venues: { ...(await weighPage(page(''))), document: maxBytes - minRoomBytes + 11 } };
  expect(explainExcess(weights, null, maxBytes)).toBeNull();
  const text = explainExcess(weights, null, maxBytes - minRoomBytes);
  expect(text).toContain('Little room is left.');
  expect(text).toContain(`venues: ${maxBytes - minRoomBytes + 11} bytes, 11 too many`);
});

test('a page that is too heavy is reported with its parts, what changed, and what to do', async () => {
  const before = await weighPage(page(noise(100)));
  const now = await weighPage(page(noise(2_000)));
  const text = explainExcess({ venues: now }, { venues: before }, maxBytes);
  expect(text).toContain(`A document may weigh ${maxBytes} bytes`);
  expect(text).toContain(`venues: ${now.document} bytes, ${now.document - maxBytes} too many`);
  expect(text).toContain(`styles +${now.parts.styles - before.parts.styles}`);
  expect(text).toContain('raise documentBudget in site/build/page-weight.ts');
});

test('a page that only one of the two lists knows stops the build with what to do', () => {
  const built = ['404', ...Object.values(pages).map(({ path }) => path.slice(1) || 'index')];
  expect(() => assertSamePages(built)).not.toThrow();
  expect(() => assertSamePages([...built, 'menu'])).toThrow(
    'menu.astro, which contract/pages.ts does not list',
  );
  expect(() => assertSamePages(built.filter((name) => name !== 'venues'))).toThrow(
    'site/pages has no venues.astro',
  );
});
