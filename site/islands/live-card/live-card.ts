/** What the card carries before anyone has typed. */
export const unsignedHandle = '@yourhandle';

/** The handle as the card embosses it: trimmed, with one `@` in front. */
export const embossHandle = (typed: string): string => {
  const handle = typed.trim().replace(/^@+/, '');
  return handle ? `@${handle}` : unsignedHandle;
};

/**
 * Keeps the cards of a page in step with the handle that is typed into its form. A form that is sent
 * is emptied, and the card stays signed.
 */
export function followHandle(page: Document = document): void {
  const emboss = (typed: string) => {
    for (const line of page.querySelectorAll('[data-card-handle]')) line.textContent = embossHandle(typed);
  };
  page.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'handle') emboss(target.value);
  });
  // A browser may have put back what was typed before a reload.
  const field = page.querySelector<HTMLInputElement>('input[name=handle]');
  if (field) emboss(field.value);
}
