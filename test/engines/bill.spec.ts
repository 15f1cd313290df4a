import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const shown = (visitor: Visitor) =>
  visitor.evaluate(() => ({
    box: document.querySelector<HTMLInputElement>('#bill-menuValue')?.value,
    line: document.querySelector('[data-bill-line=menuValue]')?.textContent,
  }));

/** As a keyboard does it, without its repetitions. */
const type = (visitor: Visitor, text: string) =>
  visitor.evaluate((value) => {
    const box = document.querySelector<HTMLInputElement>('#bill-menuValue');
    if (!box) throw new Error('no box');
    box.focus();
    box.select();
    document.execCommand('insertText', false, value);
  }, text);

const leave = (visitor: Visitor) => visitor.evaluate(() => (document.activeElement as HTMLElement).blur());

test('the bill understands the amounts that people write, and keeps the last where there is none', async ({
  visitor,
}) => {
  await visitor.open('/venues');
  for (const [text, line, box] of [
    ['1,000', '$1,000.00', '1000'],
    ['$250', '$250.00', '250'],
    ['1 000', '$1,000.00', '1000'],
    ['12,5', '$12.50', '12.5'],
    ['twelve', '$12.50', '12.5'],
    ['1400', '$1,000.00', '1000'],
  ] as const) {
    await type(visitor, text);
    await visitor.waitUntil(`the line is ${line} while "${text}" is typed`, async () => {
      const now = await shown(visitor);
      return now.box === text && now.line === line;
    });
    await leave(visitor);
    await visitor.waitUntil(
      `the box says what counts after "${text}"`,
      async () => (await shown(visitor)).box === box,
    );
  }
});

test('an amount that is typed before the scripts came is added up when they come', async ({
  visitor,
  line,
}) => {
  const release = line.hold(/\.js$/);
  await visitor.begin('/venues');
  await type(visitor, '1,000');
  release();
  await visitor.waitUntil('the line has the amount', async () => (await shown(visitor)).line === '$1,000.00');
  expect((await shown(visitor)).box).toBe('1,000');
});
