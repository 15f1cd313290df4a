import type { Visitor } from './visitor.ts';

/** The heading of the form stands below the bar, in the window, and the focus is in the form. */
export const formIsReached = (visitor: Visitor): Promise<boolean> =>
  visitor.evaluate(() => {
    const form = document.querySelector('#waitlist-form');
    const heading = form?.querySelector('h1, h2, h3')?.getBoundingClientRect();
    const bar = document.querySelector('header')?.getBoundingClientRect();
    if (!form || !heading || !bar) return false;
    const isShown = heading.top >= bar.bottom - 1 && heading.bottom <= innerHeight;
    return isShown && form.contains(document.activeElement);
  });
