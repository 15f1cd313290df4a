import { isDeepStrictEqual } from 'node:util';
import { outcomeAnchor } from '#contract/pages.ts';
import { toasts } from '#contract/texts.ts';
import { creator, forms, venue } from '#test/browser/forms.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import { valuesOf } from './waits.ts';

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
    const anchor = outcomeAnchor(kind);
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
      await visitor.open(`${path}?utm_source=friend#${anchor}`);
      expect(await tellsOutcome(visitor)).toBe(false);
      expect(await visitor.evaluate(() => location.pathname + location.search + location.hash)).toBe(
        `${path}?utm_source=friend`,
      );
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

const switchTo = (visitor: Visitor, name: 'As Creator' | 'As Venue') =>
  visitor.click({ role: 'link', name, within: '#waitlist-form' });

/** Waits until the form holds exactly this, in fields of these names. */
const untilFilled = (visitor: Visitor, typed: Record<string, string>) =>
  visitor.waitUntil(`the form holds ${Object.keys(typed)}`, async () =>
    isDeepStrictEqual(await valuesOf(visitor, Object.keys(typed)), typed),
  );

const emptied = (typed: Record<string, string>) =>
  Object.fromEntries(Object.keys(typed).map((name) => [name, '']));

for (const { kind, path, person } of forms) {
  test(`what was typed into the ${kind} form comes back with a reload and from a failure, and not after a success`, async ({
    visitor,
  }) => {
    const typed = person();
    await visitor.open(path);
    await visitor.fill(typed);
    await reload(visitor);
    await untilFilled(visitor, typed);

    await test.step('back from a page of a failure', async () => {
      const refused = { ...typed, name: 'n'.repeat(201) };
      await visitor.evaluate((name) => {
        const field = document.querySelector<HTMLInputElement>('main [name=name]');
        if (field) field.value = name;
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        setTimeout(() => field?.form?.submit());
      }, refused.name);
      await visitor.waitUntil('the failure is told', () => visitor.reads('Go back in your browser'));
      await visitor.back();
      await visitor.hydrated();
      await untilFilled(visitor, refused);
    });

    await test.step('sent by the scripts', async () => {
      await visitor.fill({ name: typed.name });
      await visitor.click({ role: 'submit button' });
      await visitor.waitUntil('it is sent', () => visitor.reads(toasts[`${kind}Sent`].description));
      await reload(visitor);
      expect(await valuesOf(visitor, Object.keys(typed))).toEqual(emptied(typed));
    });

    await test.step('sent by the browser', async () => {
      await visitor.fill(typed);
      await visitor.evaluate(() =>
        setTimeout(() => document.querySelector<HTMLFormElement>('main form')?.submit()),
      );
      await visitor.waitUntil('it is sent', () => visitor.reads(toasts[`${kind}Sent`].description));
      await visitor.hydrated();
      expect(await valuesOf(visitor, Object.keys(typed))).toEqual(emptied(typed));
      const kept = await visitor.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      for (const value of Object.values(typed)) expect(kept).not.toContain(value);
    });
  });
}

test('on home both forms come back with what was typed, as the form that was chosen', async ({ visitor }) => {
  const applicant = creator();
  const guest = { ...venue(), name: applicant.name, email: applicant.email, city: applicant['city'] ?? '' };
  const { name: _name, email: _email, city: _city, ...ofVenue } = guest;
  await visitor.open('/');
  await visitor.fill(applicant);
  await switchTo(visitor, 'As Venue');
  await visitor.fill(ofVenue);
  // Twice: the form that is loaded is the creator's until its scripts have come.
  for (let round = 0; round < 2; round++) {
    await reload(visitor);
    await untilFilled(visitor, guest);
  }
  await switchTo(visitor, 'As Creator');
  await untilFilled(visitor, applicant);
  await reload(visitor);
  await untilFilled(visitor, applicant);

  await switchTo(visitor, 'As Venue');
  await untilFilled(visitor, guest);
  await visitor.click({ role: 'submit button' });
  await visitor.waitUntil('it is sent', () => visitor.reads(toasts.venueSent.description));
  await reload(visitor);
  expect(await valuesOf(visitor, Object.keys(guest))).toEqual(emptied(guest));
  const isVenue = () => document.querySelector<HTMLInputElement>('main [name=isVenueForm]')?.value;
  expect(await visitor.evaluate(isVenue)).toBe('false');
});
