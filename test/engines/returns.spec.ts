import { outcomeAnchors } from '#contract/pages.ts';
import { toasts } from '#contract/texts.ts';
import { forms } from '#test/browser/forms.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** A page that is come back to: what it says of a form that was sent. */

/** Whether the page says any outcome. */
async function tellsOutcome(visitor: Visitor): Promise<boolean> {
  for (const { description } of Object.values(toasts)) if (await visitor.reads(description)) return true;
  return false;
}

/** Reloads the page and waits for its scripts. */
async function reload(visitor: Visitor): Promise<void> {
  await visitor.evaluate(() => {
    document.body.dataset['old'] = '';
    setTimeout(() => location.reload());
  });
  await visitor.waitUntil('the page is read anew', () =>
    visitor.evaluate(() => document.body?.dataset['old'] === undefined),
  );
  await visitor.hydrated();
}

test.use({ expectedConsole: { anyOf: [/./] } });

for (const { kind, path, person } of forms) {
  test(`the ${kind} form tells an outcome once, to who sent it, and under no address`, async ({
    visitor,
    line,
    testSite,
  }) => {
    const anchor = outcomeAnchors[`${kind}Sent`];
    const { description } = toasts[`${kind}Sent`];
    const outcome = `${path}#${anchor}`;

    await test.step('where the style sheets do not come, none is told', async () => {
      await visitor.open(path);
      await visitor.evaluate(() => {
        for (const sheet of document.querySelectorAll('style, link[rel=stylesheet]')) sheet.remove();
      });
      expect(await tellsOutcome(visitor)).toBe(false);
    });

    await test.step('opened by somebody else', async () => {
      await visitor.openWithoutScripts(`${line.url}/no-such-page`);
      await visitor.open(outcome);
      expect(await tellsOutcome(visitor)).toBe(false);
      expect(await visitor.address()).toBe(path);
    });

    await test.step('typed into the address of the open page', async () => {
      await visitor.evaluate((hash) => {
        location.hash = hash;
      }, anchor);
      await visitor.waitUntil('the address is the page’s', async () => (await visitor.address()) === path);
      expect(await tellsOutcome(visitor)).toBe(false);
    });

    await test.step('sent by the browser, it is told, and the address is the page’s', async () => {
      const typed = person();
      const release = line.hold(/hydrate-islands/);
      await visitor.fill(typed);
      await visitor.evaluate(() =>
        setTimeout(() => document.querySelector<HTMLFormElement>('main form')?.submit()),
      );
      await visitor.waitUntil('the outcome is told', () => visitor.reads(description));
      await visitor.waitUntil('the address is the page’s', async () => (await visitor.address()) === path);
      // A password manager's: React renders the form again.
      await visitor.evaluate(() =>
        document.querySelector('main form input')?.insertAdjacentHTML('afterend', '<i></i>'),
      );
      release();
      await visitor.hydrated();
      expect(await visitor.reads(description)).toBe(true);
      await testSite.messageWith(typed.email);
    });

    await test.step('reloaded, it is not told again', async () => {
      await reload(visitor);
      expect(await tellsOutcome(visitor)).toBe(false);
    });

    await test.step('nor where the other scripts do not come', async () => {
      line.cut(/\.js$/);
      await visitor.openWithoutScripts(line.secondUrl + outcome);
      expect(await tellsOutcome(visitor)).toBe(false);
    });
  });
}
