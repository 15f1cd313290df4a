import { bar, everyPath, expect, open, scrollEnded, test } from './fixtures.ts';
import { contactForm, submitButton } from './forms.ts';

for (const path of everyPath) {
  test(`under reduced motion nothing moves on ${path}, whatever is pointed at, opened or sent`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      for (const type of ['animationstart', 'transitionrun']) {
        document.addEventListener(
          type,
          (event) => moved.push(`${type} ${(event.target as Element).outerHTML.slice(0, 80)}`),
          true,
        );
      }
    });
    await open(page, path);
    for (const target of await page.locator('header a, main a, main button, .creator-card, .door').all()) {
      if (await target.isVisible()) await target.hover({ force: true });
    }
    await bar(page).getByRole('button', { name: 'Join Waitlist' }).click();
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await scrollEnded(page);
    if (path === '/contact') {
      await submitButton(contactForm(page)).click();
    }
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
}
