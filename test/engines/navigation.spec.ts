import { waitlistPath } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import type { Target } from './find-target.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import {
  untilAt,
  untilAtBottom,
  untilFocused,
  untilFormIsReached,
  untilGone,
  untilSeen,
  valuesOf,
} from './waits.ts';

const opener: Target = { role: 'button', name: texts.joinWaitlist, within: 'header' };
const item = (name: string): Target => ({ role: 'menuitem', name, within: 'header' });
const joinAsCreator = item(texts.joinAs.creator);
const joinAsVenue = item(texts.joinAs.venue);

/** Where the menu of the bar lies, beside its button and in the window. */
const menuPlace = (visitor: Visitor) =>
  visitor.evaluate(() => {
    const menu = document.querySelector('header [role=menu]')?.getBoundingClientRect();
    const button = document.querySelector('header [aria-haspopup=menu]')?.getBoundingClientRect();
    if (!menu || !button) throw new Error('The bar has no menu, or no button that opens it.');
    return {
      isInWindow: menu.left >= 0 && menu.right <= innerWidth && menu.top >= 0 && menu.bottom <= innerHeight,
      isUnderButton:
        menu.top >= button.bottom - 1 &&
        menu.top <= button.bottom + 40 &&
        menu.left < button.right &&
        menu.right > button.left,
    };
  });

test.describe("the bar's menu", () => {
  test('opens under its button on a click, and closes on Escape and on a click beside it', async ({
    visitor,
  }) => {
    await visitor.open('/creators');
    await visitor.click(opener);
    await untilSeen(visitor, joinAsCreator);
    expect(await menuPlace(visitor)).toEqual({ isInWindow: true, isUnderButton: true });
    await untilFocused(visitor, joinAsCreator);
    await visitor.press('Escape');
    await untilGone(visitor, joinAsCreator);
    await untilFocused(visitor, opener);
    await visitor.click(opener);
    await untilSeen(visitor, joinAsCreator);
    await visitor.clickAt({ x: 20, y: 700 });
    await untilGone(visitor, joinAsCreator);
  });

  test('is opened, walked through and chosen from with the keyboard', async ({ visitor }) => {
    await visitor.open('/contact');
    await visitor.click(opener);
    await visitor.press('Escape');
    await untilFocused(visitor, opener);
    await visitor.press('Enter');
    await untilFocused(visitor, joinAsCreator);
    await visitor.press('ArrowDown');
    await untilFocused(visitor, joinAsVenue);
    await visitor.press('Enter');
    await untilAt(visitor, '/venues#waitlist-form');
    await visitor.hydrated();
    await untilFormIsReached(visitor);
  });

  test('on the page of its kind, a choice scrolls to the form', async ({ visitor }) => {
    await visitor.open('/venues');
    await visitor.click(opener);
    await visitor.click(joinAsVenue);
    await untilFormIsReached(visitor);
    expect(await visitor.address()).toBe('/venues');
  });

  test('on home, a choice sets the kind of the form and scrolls to the bottom', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.click(opener);
    await visitor.click(joinAsVenue);
    await untilSeen(visitor, { role: 'field', name: 'venueName' });
    await untilAtBottom(visitor);
    await visitor.waitUntil('the focus is in the form', () =>
      visitor.evaluate(
        () => document.querySelector('#waitlist-form')?.contains(document.activeElement) === true,
      ),
    );
  });
});

for (const kind of ['creator', 'venue'] as const) {
  test(`the hero's menu leads to the form of a ${kind}`, async ({ visitor }) => {
    await visitor.open('/');
    await visitor.click({ role: 'button', name: texts.joinWaitlist, within: 'main' });
    await visitor.click({ role: 'menuitem', name: texts.heroJoinAs[kind], within: 'main' });
    await untilAt(visitor, `${waitlistPath[kind]}#waitlist-form`);
    await visitor.hydrated();
    await untilFormIsReached(visitor);
  });
}

test('back returns to a page that works, with its menu closed', async ({ visitor }) => {
  await visitor.open('/creators');
  await visitor.fill({ name: 'Ada' });
  await visitor.click(opener);
  await visitor.click(joinAsVenue);
  await untilAt(visitor, '/venues');
  await visitor.hydrated();
  await visitor.back();
  await untilAt(visitor, '/creators');
  await visitor.hydrated();
  expect(await visitor.sees(joinAsVenue)).toBe(false);
  expect(await valuesOf(visitor, ['name']), 'what was typed before').toEqual({ name: 'Ada' });
  await visitor.click(opener);
  await visitor.click(joinAsCreator);
  await untilFormIsReached(visitor);
});

test.describe('the panel of small screens', () => {
  const panelOpener: Target = { role: 'button', name: 'Open navigation', within: 'header' };
  const panel: Target = { role: 'dialog', name: texts.navigation };
  const open = async (visitor: Visitor, path: string) => {
    await visitor.resize({ width: 390, height: 844 });
    await visitor.open(path);
    await visitor.click(panelOpener);
    await untilSeen(visitor, panel);
  };

  test('comes from the right, three quarters wide, keeps the focus, and closes on Escape', async ({
    visitor,
  }) => {
    await open(visitor, '/');
    await visitor.waitUntil('the panel is three quarters wide and at the right', () =>
      visitor.evaluate(() => {
        const box = document.querySelector('dialog')?.getBoundingClientRect();
        return box?.right === innerWidth && Math.abs(box.width - innerWidth * 0.75) < 1;
      }),
    );
    await visitor.press('Tab', 'Tab', 'Tab');
    expect(
      await visitor.evaluate(() =>
        document.querySelector('header main, main')?.contains(document.activeElement),
      ),
    ).toBe(false);
    await visitor.press('Escape');
    await untilGone(visitor, panel);
    await untilFocused(visitor, panelOpener);
  });

  test('closes on a click beside it', async ({ visitor }) => {
    await open(visitor, '/venues');
    await visitor.clickAt({ x: 20, y: 500 });
    await untilGone(visitor, panel);
  });

  test('closes on a link, which leads on', async ({ visitor }) => {
    await open(visitor, '/');
    await visitor.click({ role: 'link', name: 'Venues', within: 'dialog' });
    await untilAt(visitor, '/venues');
    await visitor.hydrated();
    expect(await visitor.sees(panel)).toBe(false);
  });

  test('closes on a join button, which comes to the form', async ({ visitor }) => {
    await open(visitor, '/creators');
    await visitor.click({ role: 'button', name: texts.joinAs.creator, within: 'dialog' });
    await untilGone(visitor, panel);
    await untilFormIsReached(visitor);
  });
});
