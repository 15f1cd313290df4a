import { cleanEmail } from '#contract/clean-email.ts';

/** Cleans an email as it is typed or pasted: the browser would refuse it for `＠`, or a character that nobody sees. */
export function cleanTypedEmail(): void {
  const clean = (field: EventTarget | null) => {
    if (!(field instanceof HTMLInputElement) || field.type !== 'email') return;
    const cleaned = cleanEmail(field.value);
    // Setting a value moves the caret.
    if (cleaned !== field.value) field.value = cleaned;
  };
  clean(document.querySelector('input[type=email]'));
  // A value that is set while text is composed, as Japanese is, would end that.
  const cleanWhole = (event: Event) => (event as InputEvent).isComposing || clean(event.target);
  for (const type of ['input', 'compositionend'])
    document.addEventListener(type, cleanWhole, { capture: true });
}
