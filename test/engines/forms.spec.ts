import { texts, toasts } from '#contract/texts.ts';
import { creator, forms, venue } from '#test/browser/forms.ts';
import type { Target } from './find-target.ts';
import { expect, test } from './fixtures.ts';
import type { Line } from './line.ts';
import type { Visitor } from './visitor.ts';
import { untilAt, untilFocused, untilGone, untilSeen, valuesOf } from './waits.ts';

const functions = /\/functions\//;
const submit: Target = { role: 'submit button' };
const field = (name: string): Target => ({ role: 'field', name });
const outcomes = { creator: toasts.creatorSent, venue: toasts.venueSent, contact: toasts.contactSent };
const failures = {
  creator: toasts.waitlistNotSent,
  venue: toasts.waitlistNotSent,
  contact: toasts.contactNotSent,
};

/** Whether a live region holds these words, so that a screen reader says them. */
const announces = (visitor: Visitor, words: string): Promise<boolean> =>
  visitor.evaluate(
    (text) =>
      [...document.querySelectorAll('[role=status], [role=alert]')].some(
        (region) => region.textContent?.includes(text) === true,
      ),
    words,
  );

const stateOf = (visitor: Visitor, name: string) =>
  visitor.evaluate((wanted) => {
    const field = document.querySelector<HTMLInputElement>(`main [name="${wanted}"]`);
    if (!field) throw new Error(`The form has no field ${wanted}.`);
    const barBottom = Number(document.querySelector('header')?.getBoundingClientRect().bottom);
    return {
      isInvalid: field.getAttribute('aria-invalid') === 'true',
      isLabelBelowBar: Number(field.labels?.[0]?.getBoundingClientRect().top) >= barBottom - 1,
      isDescribed: Boolean(
        field
          .getAttribute('aria-describedby')
          ?.split(' ')
          .some((id) => document.getElementById(id)?.textContent),
      ),
    };
  }, name);

/** Whether the submit button cannot be used and reads these words. */
const waits = (visitor: Visitor, words: string): Promise<boolean> =>
  visitor.evaluate(
    (text) =>
      [...document.querySelectorAll<HTMLButtonElement>('main button[type=submit]')].some(
        (button) => button.textContent === text && button.matches(':disabled'),
      ),
    words,
  );

/** So long a text cannot be typed by a driver. */
const paste = (visitor: Visitor, name: string, characters: number) =>
  visitor.evaluate(
    (wanted, length) => {
      const field = document.querySelector<HTMLTextAreaElement>(`main [name="${wanted}"]`);
      if (!field) throw new Error(`The form has no field ${wanted}.`);
      field.value = 'm'.repeat(length);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    name,
    characters,
  );

const posts = (line: Line): readonly string[] =>
  line.requests().filter((request) => request.startsWith('POST'));

test.use({ expectedConsole: { anyOf: [/./] } });

for (const { kind, path, person, pending } of forms) {
  test(`the ${kind} form: refused here, refused there, a line that is cut, then sent`, async ({
    visitor,
    line,
    testSite,
  }) => {
    const typed = person();
    const { name, email, ...rest } = typed;
    await visitor.open(path);

    await test.step('empty, it is refused at its first field', async () => {
      await visitor.click(submit);
      await untilFocused(visitor, field('name'));
      await visitor.waitUntil('the field says what is wrong, its label below the bar', async () => {
        const { isInvalid, isDescribed, isLabelBelowBar } = await stateOf(visitor, 'name');
        return isInvalid && isDescribed && isLabelBelowBar;
      });
    });

    await test.step('an email that is none is refused', async () => {
      // A space is something to the browser, and nothing to the server.
      await visitor.fill({ name: ' ', email: 'not-an-address', ...rest });
      await visitor.click(submit);
      await untilFocused(visitor, field('email'));
      expect(posts(line)).toEqual([]);
    });

    await test.step('what the server refuses is said beside its field', async () => {
      await visitor.fill({ email });
      await visitor.click(submit);
      await visitor.waitUntil('the refused field has the focus and its words', async () => {
        const { isInvalid, isDescribed } = await stateOf(visitor, 'name');
        return isInvalid && isDescribed && (await visitor.hasFocus(field('name')));
      });
    });

    await test.step('on a line that is cut, the failure is shown and announced, what was typed is kept', async () => {
      await visitor.fill({ name });
      line.cut(functions);
      await visitor.click(submit);
      await visitor.waitUntil('the failure is shown', () => visitor.reads(failures[kind].description));
      await visitor.waitUntil('it is announced', () => announces(visitor, failures[kind].description));
      // The toast may be the one of the refusal before.
      await visitor.waitUntil('this call has failed', () => visitor.reads('Not sent.'));
      expect(await valuesOf(visitor, Object.keys(typed))).toEqual(typed);
      line.restore();
    });

    await test.step('where a Wi-Fi answers in place of the site, it is not said to be sent', async () => {
      line.intercept(functions, '<!doctype html><title>Welcome</title>');
      const before = posts(line).length;
      await visitor.click(submit);
      await visitor.waitUntil('the call is answered', async () => posts(line).length > before);
      await visitor.waitUntil('it has failed', () => visitor.reads('Not sent.'));
      expect(await visitor.reads(outcomes[kind].description)).toBe(false);
      expect(await valuesOf(visitor, Object.keys(typed))).toEqual(typed);
      line.restore();
    });

    await test.step('it waits, tells the outcome, is empty again, and reaches Slack once', async () => {
      const release = line.hold(functions);
      await visitor.click(submit);
      await visitor.waitUntil('the button says what it waits for', () => waits(visitor, pending));
      await visitor.waitUntil('the wait is announced', () => announces(visitor, pending));
      release();
      await visitor.waitUntil('the outcome is shown', () => visitor.reads(outcomes[kind].description));
      await visitor.waitUntil('it is announced', () => announces(visitor, outcomes[kind].title));
      expect(Object.values(await valuesOf(visitor, Object.keys(typed))).join('')).toBe('');
      const message = await testSite.messageWith(email);
      for (const value of Object.values(typed)) expect(message.text).toContain(value);
      expect(testSite.messagesWith(email)).toHaveLength(1);
    });
  });

  test(`the ${kind} form, when its scripts do not come, is sent by the browser`, async ({
    visitor,
    line,
    testSite,
  }) => {
    const typed = person();
    line.cut(/\.js$/);
    await visitor.openWithoutScripts(line.secondUrl + path);
    await visitor.fill(typed);
    await visitor.click(submit);
    await visitor.waitUntil('the outcome is shown', () => visitor.reads(outcomes[kind].description));
    expect(await visitor.address()).toMatch(new RegExp(`^${path}#[a-z]+-sent$`));
    await testSite.messageWith(typed.email);
  });
}

test('an email from a Japanese keyboard is one to the browser', async ({ visitor }) => {
  await visitor.open('/contact');
  const taken = await visitor.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('main [type=email]');
    if (!field) throw new Error('The form has no field for an email.');
    // Not by keys: WebKit's driver leaves out what is not on its keyboard.
    field.value = 'mia＠example。com';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    return { value: field.value, isValid: field.validity.valid };
  });
  expect(taken).toEqual({ value: 'mia@example.com', isValid: true });
});

for (const [length, reason] of [
  [5_001, 'About your venue: May have at most 5,000 characters.'],
  [70_000, 'A text may have at most 5,000 characters.'],
] as const) {
  test(`a form with a text of ${length} characters, when its scripts do not come, says why it failed and is still filled in behind the way back`, async ({
    visitor,
    line,
  }) => {
    line.cut(/\.js$/);
    await visitor.openWithoutScripts(`${line.secondUrl}/venues`);
    const { message: _, ...typed } = venue();
    await visitor.fill(typed);
    await paste(visitor, 'message', length);
    // The field has just become taller than the window: a browser may lose a click on the button that it moves.
    let clickedAt = Number.NEGATIVE_INFINITY;
    await visitor.waitUntil('the failure is shown', async () => {
      if (await visitor.reads(failures.venue.description)) return true;
      if (performance.now() - clickedAt > 3_000 && (await visitor.sees(submit))) {
        await visitor.click(submit);
        clickedAt = performance.now();
      }
      return false;
    });
    expect(await visitor.reads(reason)).toBe(true);
    await visitor.back();
    await untilAt(visitor, '/venues');
    const message = 'm'.repeat(length);
    await visitor.waitUntil(
      'the form is filled in',
      async () => (await valuesOf(visitor, ['message']))['message'] === message,
    );
    expect(await valuesOf(visitor, Object.keys(typed))).toEqual(typed);
  });
}

test('a text is sent up to its limit; one that is longer is not sent, and its field says so', async ({
  visitor,
  line,
  testSite,
}) => {
  await visitor.open('/contact');
  const { name, email } = venue();
  await visitor.fill({ name, email });
  line.restore();
  for (const length of [5_001, 100_000]) {
    await paste(visitor, 'message', length);
    await visitor.click(submit);
    await visitor.waitUntil('the field says why', () => visitor.reads('May have at most 5,000 characters.'));
    await untilFocused(visitor, field('message'));
    expect(await visitor.reads(failures.contact.description)).toBe(true);
    expect((await valuesOf(visitor, ['message']))['message']).toHaveLength(length);
  }
  expect(posts(line)).toEqual([]);
  await paste(visitor, 'message', 5_000);
  await visitor.click(submit);
  await visitor.waitUntil('it is sent', () => visitor.reads(outcomes.contact.description));
  await testSite.messageWith(email);
});

const panelOpener: Target = { role: 'button', name: 'Open navigation', within: 'header' };
const panel: Target = { role: 'dialog', name: texts.navigation };
const menuOpener: Target = { role: 'button', name: texts.joinWaitlist, within: 'header' };
const menu: Target = { role: 'menuitem', name: texts.joinAs.venue, within: 'header' };
for (const [what, opener, opened, width] of [
  ['the panel', panelOpener, panel, 390],
  ['the menu', menuOpener, menu, 1280],
] as const) {
  test(`one Escape closes ${what}, the next the failure behind it`, async ({ visitor, line }) => {
    await visitor.resize({ width, height: 844 });
    await visitor.open('/creators');
    await visitor.fill(creator());
    line.cut(functions);
    await visitor.click(submit);
    const failure = toasts.waitlistNotSent.description;
    await visitor.waitUntil('the failure is shown', () => visitor.reads(failure));
    await visitor.click(opener);
    await untilSeen(visitor, opened);
    await visitor.press('Escape');
    await untilGone(visitor, opened);
    expect(await visitor.reads(failure)).toBe(true);
    await visitor.press('Escape');
    await visitor.waitUntil('the failure is closed', async () => !(await visitor.reads(failure)));
  });
}

test('the form on home changes its kind and keeps what both kinds have', async ({ visitor, testSite }) => {
  const applicant = creator();
  const { name, email, city = '', ...rest } = venue();
  await visitor.open('/');
  await visitor.fill({ name, email, city, handle: applicant['handle'] ?? '' });
  await visitor.click({ role: 'link', name: 'As Venue', within: '#waitlist-form' });
  await visitor.fill(rest);
  expect(await valuesOf(visitor, ['name', 'email', 'city'])).toEqual({ name, email, city });
  await visitor.click(submit);
  await visitor.waitUntil('the outcome is shown', () => visitor.reads(toasts.venueSent.description));
  const message = await testSite.messageWith(email);
  for (const value of Object.values(rest)) expect(message.text).toContain(value);
  expect(message.text).not.toContain(applicant['handle']);
});
