import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const shown = (visitor: Visitor) =>
  visitor.evaluate(() => ({
    box: document.querySelector<HTMLInputElement>('#bill-menuValue')?.value,
    line: document.querySelector('[data-bill-line=menuValue]')?.textContent,
  }));

/** As a browser does it that goes back to a page or restores a tab. */
const restore = (visitor: Visitor, text: string) =>
  visitor.evaluate((value) => {
    const box = document.querySelector<HTMLInputElement>('#bill-menuValue');
    if (!box) throw new Error('The bill has no box for its menu value.');
    box.value = value;
  }, text);

test('an amount that is restored before the scripts came is added up when they come', async ({
  visitor,
  line,
}) => {
  const release = line.hold(/\.js$/);
  await visitor.begin('/venues');
  await restore(visitor, '1,000');
  release();
  await visitor.waitUntil('the line has the amount', async () => (await shown(visitor)).line === '$1,000.00');
  expect((await shown(visitor)).box).toBe('1,000');
});

test('an amount beyond the slider is added up as it is typed, and the box and the bill show all of it', async ({
  visitor,
}) => {
  await visitor.open('/venues');
  for (const [typed, line, total] of [
    ['1,234.50', '$1,234.50', '$370.35'],
    ['1e3', '$1,000.00', '$300.00'],
  ] as const) {
    await visitor.evaluate((text) => {
      const box = document.querySelector<HTMLInputElement>('#bill-menuValue');
      if (!box) throw new Error('The bill has no box for its menu value.');
      box.value = text;
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, typed);
    await visitor.waitUntil('the line has the amount', async () => (await shown(visitor)).line === line);
    expect((await shown(visitor)).box).toBe(typed);
    const sum = await visitor.evaluate(() => ({
      total: document.querySelector('[data-bill-line=total]')?.textContent,
      isCut: [...document.querySelectorAll('#bill-menuValue, .sum .bill-total > dd')].some(
        (element) => element.scrollWidth > element.clientWidth,
      ),
    }));
    expect(sum).toEqual({ total, isCut: false });
  }
});
