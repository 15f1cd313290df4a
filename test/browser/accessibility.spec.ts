import { violations } from './axe.ts';
import { bar, everyPath, expect, hold, open, test } from './fixtures.ts';
import { cutCalls, failureToast, fill, forms, functionCalls, submitButton, successToast } from './forms.ts';

const widths = [390, 1280];

test.use({ expectedConsole: { anyOf: [/Failed to/] } });

for (const path of everyPath) {
  test(`axe finds nothing on ${path}, also with the navigation open`, async ({ page }) => {
    await open(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      expect(await violations(page), `at ${width}`).toEqual([]);
      const opener = width < 768 ? /open navigation/i : 'Join Waitlist';
      await bar(page).getByRole('button', { name: opener }).click();
      const choice = bar(page).getByText('Join as Creator').filter({ visible: true });
      await expect(choice).toBeVisible();
      // The rest of the page stays as it is.
      expect(await violations(page, ['header']), `open, at ${width}`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(choice).toHaveCount(0);
    }
  });
}

test('axe finds nothing on home as the venue form, and with the hero menu open', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('setFormType', { detail: 'venue' })));
  await expect(page.locator('[name="venueName"]')).toBeVisible();
  expect(await violations(page, ['#waitlist-form']), 'the venue form').toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await page.locator('#first-screen').getByRole('button', { name: 'Join Waitlist' }).click();
    const choice = page.getByRole('menuitem', { name: 'As Creator', exact: true });
    await expect(choice).toBeVisible();
    expect(await violations(page), `the hero menu, at ${width}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
  }
});

for (const { kind, path, form, person, pending } of forms) {
  test(`axe finds nothing with the ${kind} form invalid, pending, failed and sent`, async ({ page }) => {
    await open(page, path);
    // The rest of the page stays as it is until the last state.
    const changing = ['main form', '[role="status"]'];
    await submitButton(form(page)).click();
    await expect(form(page).locator('[aria-invalid="true"]').first()).toBeVisible();
    expect(await violations(page, changing), 'invalid').toEqual([]);

    await fill(form(page), person());
    await cutCalls(page);
    const answer = await hold(page, functionCalls);
    await submitButton(form(page)).click();
    await expect(submitButton(form(page))).toHaveText(pending);
    expect(await violations(page, changing), 'pending').toEqual([]);
    await expect(submitButton(form(page)), 'still pending').toHaveText(pending);

    answer();
    await expect(failureToast(page)).toBeVisible();
    expect(await violations(page, changing), 'failed').toEqual([]);

    await page.unroute(functionCalls);
    await submitButton(form(page)).click();
    await expect(successToast(page)).toBeVisible();
    expect(await violations(page), 'sent').toEqual([]);
  });
}

for (const path of everyPath) {
  test(`words of ${path} that are selected stand on another colour than before`, async ({ page }) => {
    await open(page, path);
    const alike = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement;
        if (!text.textContent?.trim() || !parent?.checkVisibility() || parent.closest('[aria-hidden]'))
          continue;
        let ground: Element | null = parent;
        const isClear = (element: Element) =>
          getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)';
        while (ground && isClear(ground)) ground = ground.parentElement;
        const selected = getComputedStyle(parent, '::selection').backgroundColor;
        if (ground && getComputedStyle(ground).backgroundColor === selected) found.add(text.textContent);
      }
      return [...found];
    });
    expect(alike).toEqual([]);
  });
}
