import { texts } from '#contract/texts.ts';
import type { Target } from './find-target.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import { untilAt, untilFormIsReached, untilSeen, valuesOf } from './waits.ts';

/** What is pressed while the islands' code, or every script, is still on its way. */

const islandFiles = /\/_astro\/(hydrate-islands|react)\.[^/]*\.js$/;
const anyScript = /\.js$/;

const joinButton: Target = { role: 'button', name: texts.joinWaitlist, within: 'header' };
const joinAsVenue: Target = { role: 'menuitem', name: texts.joinAs.venue, within: 'header' };
const panelOpener: Target = { role: 'button', name: 'Open navigation', within: 'header' };
const panel: Target = { role: 'dialog', name: texts.navigation };
const venueField: Target = { role: 'field', name: 'venueName' };

/** Counts the page-wide events from now on. */
const countEvents = (visitor: Visitor) =>
  visitor.evaluate(() => {
    const counted = Object.assign(window, { events: 0 });
    addEventListener('setFormType', () => {
      counted.events += 1;
    });
  });
const countedEvents = (visitor: Visitor) =>
  visitor.evaluate(() => (window as unknown as { events: number }).events);

/** The page's own script has run: it alone handles what is pressed. */
const untilStarted = (visitor: Visitor) =>
  visitor.waitUntil('the page has loaded', () => visitor.evaluate(() => document.readyState === 'complete'));

test.describe("before the islands' code", () => {
  test('the menu on home opens, its choice scrolls down, and the form is of that kind when it comes, after one event', async ({
    visitor,
    line,
  }) => {
    const release = line.hold(islandFiles);
    await visitor.begin('/');
    await untilStarted(visitor);
    await countEvents(visitor);
    await visitor.click(joinButton);
    await visitor.click(joinAsVenue);
    await untilFormIsReached(visitor);
    release();
    await untilSeen(visitor, venueField);
    expect(await countedEvents(visitor)).toBe(1);
  });

  test('the panel opens, and its choice on home too', async ({ visitor, line }) => {
    const release = line.hold(islandFiles);
    await visitor.resize({ width: 390, height: 844 });
    await visitor.begin('/');
    await untilStarted(visitor);
    await countEvents(visitor);
    await visitor.click(panelOpener);
    await untilSeen(visitor, panel);
    await visitor.click({ role: 'button', name: texts.joinAs.venue, within: 'dialog' });
    release();
    await untilSeen(visitor, venueField);
    expect(await countedEvents(visitor)).toBe(1);
  });

  test("a press on the form's switch is kept, and what was typed", async ({ visitor, line }) => {
    const release = line.hold(islandFiles);
    await visitor.begin('/');
    await untilStarted(visitor);
    await countEvents(visitor);
    const typed = { name: 'Ada Table', city: 'Melbourne' };
    await visitor.fill(typed);
    await visitor.click({ role: 'link', name: texts.heroJoinAs.venue, within: '#waitlist-form' });
    release();
    await untilSeen(visitor, venueField);
    expect(await countedEvents(visitor)).toBe(1);
    expect(await valuesOf(visitor, ['name', 'city'])).toEqual(typed);
    expect(await visitor.address()).toBe('/');
  });
});

test.describe('before any script', () => {
  // Firefox says so of a script that it no longer waits for.
  test.use({ expectedConsole: { anyOf: [/integrity/] } });

  test('a choice in the menu leads to the form of its kind', async ({ visitor, line }) => {
    const release = line.hold(anyScript);
    await visitor.begin('/contact');
    await visitor.click(joinButton);
    await visitor.click(joinAsVenue);
    release();
    await untilAt(visitor, '/venues#waitlist-form');
  });

  test('the panel opens, and its state is told when the script comes', async ({ visitor, line }) => {
    const release = line.hold(anyScript);
    await visitor.resize({ width: 390, height: 844 });
    await visitor.begin('/creators');
    await visitor.click(panelOpener);
    await untilSeen(visitor, panel);
    release();
    await visitor.waitUntil('the opener says that the panel is open', () =>
      visitor.evaluate(
        () => document.querySelector('.site-menu-opener')?.getAttribute('aria-expanded') === 'true',
      ),
    );
  });
});
