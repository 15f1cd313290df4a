import { pages } from '#contract/pages.ts';
import { expect, open, test, withMotion } from './fixtures.ts';
import { control, waitlistForm } from './forms.ts';

test('a long handle is set smaller on the card before it is cut', async ({ page }) => {
  await open(page, pages.creators.path);
  const handle = page.locator('#waitlist-form [data-card-handle]');
  const field = control(waitlistForm(page), 'handle');
  /** How large it is set, and whether it is cut. `length`: a multiple of ten. */
  const setAt = async (length: number) => {
    const typed = 'mara.eats.'.repeat(length / 10);
    await field.fill(typed);
    await expect(handle).toHaveText(`@${typed}`);
    return handle.evaluate((line) => ({
      fontSize: Number.parseFloat(getComputedStyle(line).fontSize),
      isCut: line.scrollWidth > line.clientWidth,
    }));
  };
  const short = await setAt(10);
  const long = await setAt(20);
  const longest = await setAt(120);
  expect(short.isCut).toBe(false);
  expect(long.fontSize).toBeLessThan(short.fontSize);
  expect(long.isCut).toBe(false);
  expect(longest.fontSize).toBeLessThan(long.fontSize);
  expect(longest.isCut).toBe(true);
  await expect(handle).toHaveCSS('text-overflow', 'ellipsis');
});

test.describe('with motion', () => {
  test.use(withMotion);

  test('the card tilts to the pointer, the light on its foil moves, and both go back', async ({ page }) => {
    await open(page, pages.creators.path);
    const card = page.locator('#waitlist-form .creator-card');
    await card.scrollIntoViewIfNeeded();
    const look = () =>
      card.evaluate((element) => ({
        transform: getComputedStyle(element).transform,
        light: getComputedStyle(element, '::after').backgroundPosition,
      }));
    const atRest = await look();
    expect(atRest.transform).toBe('none');
    const box = await card.boundingBox();
    if (!box) throw new Error('The card is not shown.');
    const { x, y, width, height } = box;
    await page.mouse.move(x + width * 0.2, y + height * 0.3);
    await expect.poll(look).not.toEqual(atRest);
    const left = await look();
    expect(left.transform).toContain('matrix3d');
    await page.mouse.move(x + width * 0.8, y + height * 0.3);
    await expect.poll(async () => (await look()).light).not.toBe(left.light);
    await page.mouse.move(x + width * 2, y + height * 0.3);
    await expect.poll(look).toEqual(atRest);
  });
});
