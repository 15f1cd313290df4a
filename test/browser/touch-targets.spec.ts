import { everyPath, expect, open, test } from './fixtures.ts';

for (const path of everyPath) {
  test(`every target of ${path} is at least 44 px, every control's text at least 16 px`, async ({ page }) => {
    await open(page, path);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      if (width < 768) await page.getByRole('button', { name: 'Open navigation' }).click();
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, textarea')]
          .filter((target) => target.checkVisibility() && !target.closest('.visually-hidden, .skip-link'))
          // A link in the middle of a sentence is as tall as its line: WCAG 2.2 excepts it.
          .filter((target) => !target.matches('p a:only-of-type, dd a'))
          .filter((target) => {
            // A label belongs to its control's target.
            const { width, height } = target.getBoundingClientRect();
            return width < 44 || height < 43.9;
          })
          .map((target) => `${target.outerHTML.slice(0, 90)} ${target.offsetWidth} × ${target.offsetHeight}`),
      );
      expect(small, `smaller than 44 px, at ${width}`).toEqual([]);
      const fine = await page.evaluate(() =>
        [...document.querySelectorAll('input, textarea')]
          .filter((control) => control.checkVisibility() && !control.closest('.visually-hidden'))
          .filter((control) => Number.parseFloat(getComputedStyle(control).fontSize) < 16)
          .map((control) => control.outerHTML),
      );
      expect(fine, `text below 16 px, at ${width}`).toEqual([]);
    }
  });
}
