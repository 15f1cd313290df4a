import type { Target } from './find-target.ts';
import type { Visitor } from './visitor.ts';

/** What tests of several files wait for, and look at. */

export const untilSeen = (visitor: Visitor, target: Target) =>
  visitor.waitUntil(`${target.name} is shown`, () => visitor.sees(target));

export const untilGone = (visitor: Visitor, target: Target) =>
  visitor.waitUntil(`${target.name} is gone`, async () => !(await visitor.sees(target)));

export const untilFocused = (visitor: Visitor, target: Target) =>
  visitor.waitUntil(`${target.name ?? target.role} has the focus`, () => visitor.hasFocus(target));

/** @param start of the path with its fragment */
export const untilAt = (visitor: Visitor, start: string) =>
  visitor.waitUntil(`${start} is open`, async () => (await visitor.address()).startsWith(start));

export const untilAtBottom = (visitor: Visitor) =>
  visitor.waitUntil('the page is at its bottom', () =>
    visitor.evaluate(() => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight),
  );

/** The heading of the form stands below the bar, in the window, and the focus is in the form. */
export const untilFormIsReached = (visitor: Visitor) =>
  visitor.waitUntil('the form is reached', () =>
    visitor.evaluate(() => {
      const form = document.querySelector('#waitlist-form');
      const heading = form?.querySelector('h1, h2, h3')?.getBoundingClientRect();
      const bar = document.querySelector('header')?.getBoundingClientRect();
      if (!form || !heading || !bar) return false;
      const isShown = heading.top >= bar.bottom - 1 && heading.bottom <= innerHeight;
      return isShown && form.contains(document.activeElement);
    }),
  );

/** Of the form's fields, by name. */
export const valuesOf = (visitor: Visitor, names: readonly string[]): Promise<Record<string, string>> =>
  visitor.evaluate(
    (wanted) =>
      Object.fromEntries(
        wanted.map((name) => [
          name,
          document.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value ?? '',
        ]),
      ),
    names,
  );
