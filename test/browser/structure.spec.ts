import { readdir } from 'node:fs/promises';
import { everyPath, expect, open, paths, test } from './fixtures.ts';

for (const path of everyPath) {
  test(`${path} has its landmarks, and headings that outline it`, async ({ page }) => {
    await open(page, path);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark), landmark).toHaveCount(1);
    }
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
    const levels = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
        .filter((heading) => heading.checkVisibility())
        .map((heading) => Number(heading.tagName[1])),
    );
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `levels ${levels.join(' ')}`).toEqual([]);
  });
}

test('every page that was built is one that the tests go over', async () => {
  const built = (await readdir('dist', { recursive: true })).filter((file) => file.endsWith('.html'));
  const visited = [
    ...paths.map((path) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)),
    '404.html',
    // See answering.spec.ts.
    'answer.html',
  ];
  const forgotten = built.filter((file) => !visited.includes(file));
  expect(
    forgotten,
    'These pages are not in contract/pages.ts. Add them there: the 404 page, the site map and every test that goes over all pages follow.',
  ).toEqual([]);
});

test('every page carries the sheet of each class that it uses', async ({ page }) => {
  const sheets = new Map<string, { styled: string[]; used: string[] }>();
  for (const path of everyPath) {
    await open(page, path);
    const found = await page.evaluate(() => {
      const styled = new Set<string>();
      const collect = (rules: CSSRuleList) => {
        for (const rule of rules) {
          if (rule instanceof CSSStyleRule)
            for (const [, name = ''] of rule.selectorText.matchAll(/\.([a-z][\w-]*)/g)) styled.add(name);
          if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList);
        }
      };
      for (const { cssRules } of document.styleSheets) collect(cssRules);
      const used = [...document.querySelectorAll('body, body *')].flatMap(({ classList }) => [...classList]);
      return { styled: [...styled], used: [...new Set(used)] };
    });
    sheets.set(path, found);
  }
  const styledSomewhere = new Set([...sheets.values()].flatMap(({ styled }) => styled));
  const unstyled = [...sheets].flatMap(([path, { styled, used }]) =>
    used
      // A variant or size of a button that no page had before has its styles in site/ui/button-more.css.
      .filter((name) => (styledSomewhere.has(name) || name.startsWith('button-')) && !styled.includes(name))
      // A page without a form tells nothing in a toast.
      .filter((name) => !(name === 'toasts' && !used.includes('form-grid')))
      .map((name) => `${path}: ${name}`),
  );
  expect(
    unstyled,
    'Name the sheet of these classes in the `below.css` of the page, or import it in the section of the first screen.',
  ).toEqual([]);
});
