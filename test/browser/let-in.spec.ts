import { brand } from '#contract/brand.ts';
import { expect, expectBelowBar, openFilled, outcome, test, twoFrames } from './fixtures.ts';
import { control, forms, submitButton, success, toasts } from './forms.ts';

const pictures = {
  creator: 'Your name and your card, stamped: received.',
  venue: 'Your bill, stamped: received.',
  contact: 'Your letter, stamped.',
} as const;

for (const each of forms) {
  const { kind } = each;
  test(`a success of the ${kind} form is a picture in its place, once, and the form comes back when asked for`, async ({
    page,
  }) => {
    const { form, typed } = await openFilled(page, each);
    const before = await form.boundingBox();
    // From a field, as Enter does it.
    await control(form, 'email').press('Enter');
    const picture = form.getByRole('img', { name: pictures[kind] });
    await expect(picture).toBeVisible();
    await expect(submitButton(form)).toBeHidden();
    expect((await form.boundingBox())?.height, 'nothing below has moved').toBe(before?.height);
    // The toast has the words, and nothing else repeats them.
    await expect(toasts(page)).toContainText(success[kind][1]);
    expect(await outcome(page, kind).count()).toBe(1);
    // What was typed is in the picture.
    const shown = { creator: 'handle', venue: 'venueName', contact: 'name' }[kind];
    await expect(picture).toContainText(typed[shown] ?? '');

    const again = form.getByRole('button', { name: /again|another/i });
    await expect(again).toBeFocused();
    // A press that comes too soon belongs to the one before; one that counts takes the button away.
    await expect(async () => {
      if (await again.isVisible()) await again.press('Enter', { timeout: 1_000 });
      await expect(picture).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await expect(control(form, 'name')).toBeFocused();
    await expect(control(form, 'name')).toHaveValue('');
    await expect(submitButton(form)).toBeVisible();
  });

  test(`the toast of the ${kind} form stands clear of its picture on a phone, and both are in sight`, async ({
    page,
  }) => {
    const height = 844;
    await page.setViewportSize({ width: 390, height });
    const { form } = await openFilled(page, each);
    await submitButton(form).click();
    const place = form.locator('.success');
    const shown = toasts(page).locator('[data-variant]');
    await expect(form.getByRole('button', { name: /again|another/i }), 'it was scrolled to').toBeFocused();
    // Now that it stands, it is not moved. The toast comes at the same time, before the page knows its height.
    await expect(async () => {
      const [picture, toast] = await Promise.all([place.boundingBox(), shown.boundingBox()]);
      if (!picture || !toast) throw new Error('The picture or the toast is not shown.');
      expect(toast.y + toast.height).toBeLessThanOrEqual(height);
      const isBeside = toast.x + toast.width <= picture.x || toast.y >= picture.y + picture.height;
      expect(isBeside, JSON.stringify({ picture, toast })).toBe(true);
    }).toPass({ timeout: 5_000 });
    await expectBelowBar(page, place);
  });
}

test('a pasted profile link is on the card and in the picture as its handle, and is sent as it was typed', async ({
  page,
  testSite,
}) => {
  const handle = 'https://www.instagram.com/mia.eats?igsh=MzRlODBiNWFlZA%3D%3D';
  const { form, typed } = await openFilled(page, forms[0], { handle });
  const card = page.locator('[data-card-handle]').first();
  await expect(card).toHaveText('@mia.eats');
  for (const [other, shown] of [
    ['instagram.com/mia.eats/', '@mia.eats'],
    ['@https://m.instagram.com/mia.eats/?hl=en', '@mia.eats'],
    ['https://www.tiktok.com/@mia_eats?_t=8x&_r=1', '@mia_eats'],
    ['HTTPS://TikTok.com/@mia_eats/video/7', '@mia_eats'],
    ['mia.eats', '@mia.eats'],
    ['https://vm.tiktok.com/ZMabc/', 'https://vm.tiktok.com/ZMabc/'],
    ['https://www.instagram.com/reel/Cxyz/', 'https://www.instagram.com/reel/Cxyz/'],
    ['instagram.com/share/BAxyz', 'instagram.com/share/BAxyz'],
    ['＠mia.eats', '@mia.eats'],
  ] as const) {
    await control(form, 'handle').fill(other);
    await expect(card).toHaveText(shown);
  }
  await control(form, 'handle').fill(handle);
  await submitButton(form).click();
  await expect(form.getByRole('img', { name: pictures.creator })).toContainText('@mia.eats');
  expect((await testSite.messageWith(typed.email)).text).toContain(handle);
});

for (const each of forms.slice(0, 2)) {
  test(`the picture of a sent ${each.kind} form says what is so: received, today, and no day of the launch`, async ({
    page,
  }) => {
    const { form } = await openFilled(page, each);
    await submitButton(form).click();
    const picture = form.getByRole('img', { name: pictures[each.kind] });
    await expect(picture.locator('.rubber-words')).toHaveText('Received');
    await expect(picture).toContainText(String(new Date().getFullYear()));
    await expect(picture).not.toContainText(brand.launch.date);
    await expect(picture).not.toContainText(/on the list/i);
  });
}

const ownFaces = { creator: 'Instrument Serif', venue: 'Bill Mono', contact: 'Instrument Sans' };

for (const each of forms) {
  test(`the name in the picture of a sent ${each.kind} form is set whole in one face, in its own direction, and is not translated`, async ({
    page,
  }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const facesOf = async (selector: string) => {
      const { root } = await devtools.send('DOM.getDocument');
      const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
      return [...new Set(fonts.map(({ familyName }) => familyName))];
    };
    const field = each.kind === 'venue' ? 'venueName' : 'name';
    for (const name of ['Mara Quay', 'Łukasz Nowak', 'Nguyễn Ánh', 'İpek Yılmaz', 'מרים']) {
      const { form } = await openFilled(page, each, { [field]: name });
      await submitButton(form).click();
      const selector = `.success [data-typed=${field}]`;
      const place = page.locator(selector);
      await expect(place).toHaveText(name);
      await expect(place).toHaveAttribute('translate', 'no');
      await expect(place).toHaveCSS('direction', name === 'מרים' ? 'rtl' : 'ltr');
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      const faces = await facesOf(selector);
      if (name === 'Mara Quay') expect.soft(faces).toEqual([ownFaces[each.kind]]);
      else expect.soft(faces, name).toHaveLength(1);
    }
  });
}

test('the handle on a card is in its own direction, and is not translated', async ({ page }) => {
  await openFilled(page, forms[0], { handle: '@מרים' });
  const handle = page.locator('.apply [data-card-handle]');
  await expect(handle).toHaveText('@מרים');
  await expect(handle).toHaveCSS('direction', 'rtl');
  await expect(handle).toHaveAttribute('translate', 'no');
});

test('printed, the picture of a success lies in its form, with all of its colours', async ({ page }) => {
  for (const each of forms) {
    const { form } = await openFilled(page, each);
    await submitButton(form).click();
    await expect(form.getByRole('img', { name: pictures[each.kind] })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    // Chromium places what is positioned in a form at the edge of the sheet, and prints its backgrounds as white areas
    // over the name.
    await expect(form.locator('.success')).toHaveCSS('position', 'static');
    await expect(form.locator('.receipt')).toHaveCSS('print-color-adjust', 'exact');
    await expect(form.locator('.receipt')).toHaveCSS('height', '384px');
    await page.emulateMedia({ media: null });
  }
});

test('a second press within 0.7 s of a success leaves the picture, a later one brings the form back', async ({
  page,
}) => {
  const { form } = await openFilled(page, forms[0]);
  // The page's time stands still but where it is told to pass.
  await page.evaluate(() => {
    const time = { nowMs: performance.now() };
    Object.assign(window, { time });
    performance.now = () => time.nowMs;
  });
  const pass = (ms: number) =>
    page.evaluate((passed) => {
      (window as unknown as { time: { nowMs: number } }).time.nowMs += passed;
    }, ms);
  await submitButton(form).click();
  const picture = form.getByRole('img', { name: pictures.creator });
  const again = form.getByRole('button', { name: /again|another/i });
  await expect(again).toBeFocused();
  await pass(700);
  await again.press('Enter');
  await twoFrames(page);
  await expect(picture).toBeVisible();
  await pass(1);
  await again.press('Enter');
  await expect(picture).toHaveCount(0);
});

test.describe('when its picture cannot be loaded', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

  test('a success is told in words', async ({ page }) => {
    await page.route('**/receipts.json', (route) => route.abort());
    const { form } = await openFilled(page, forms[2]);
    await submitButton(form).click();
    await expect(form.getByText(success.contact[1]).filter({ visible: true })).toBeVisible();
    await expect(form.getByRole('button', { name: /again|another/i })).toBeVisible();
  });
});

test('what was typed into the picture is text, never markup', async ({ page }) => {
  const typed = { handle: '<img src=x onerror=alert(1)>', name: '<b>Mara</b>' };
  const { form } = await openFilled(page, forms[0], typed);
  await submitButton(form).click();
  const picture = form.getByRole('img', { name: pictures.creator });
  await expect(picture).toContainText('<b>Mara</b>');
  await expect(picture).toContainText('<img src=x onerror=alert(1)>');
});
