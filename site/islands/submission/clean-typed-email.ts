import { cleanEmail } from '#contract/clean-email.ts';

/**
 * Takes out of an email what came along unseen when it was copied: the browser would refuse it for a character
 * that nobody sees.
 */
export function cleanTypedEmail(page: Document = document): void {
  page.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'email') return;
      const cleaned = cleanEmail(target.value);
      // Setting a value moves the caret.
      if (cleaned !== target.value) target.value = cleaned;
    },
    { capture: true },
  );
}
