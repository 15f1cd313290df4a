import { cleanEmail } from '#contract/clean-email.ts';

/**
 * Removes invisible characters from an email that was pasted: the browser would refuse it for a character that nobody
 * sees.
 */
export function cleanTypedEmail(): void {
  const clean = (field: EventTarget | null) => {
    if (!(field instanceof HTMLInputElement) || field.type !== 'email') return;
    const cleaned = cleanEmail(field.value);
    // Setting a value moves the caret.
    if (cleaned !== field.value) field.value = cleaned;
  };
  clean(document.querySelector('input[type=email]'));
  document.addEventListener('input', ({ target }) => clean(target), { capture: true });
}
