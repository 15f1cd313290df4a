/** The card's handle before anyone has typed. */
export const unsignedHandle = '@yourhandle';

/** The handle as the card shows it: trimmed, with one `@` in front. */
export const embossHandle = (typed: string): string => {
  const handle = typed.trim().replace(/^@+/, '');
  return handle ? `@${handle}` : unsignedHandle;
};

/**
 * Shows the handle that is typed into the page's form on its cards. The card keeps it when the form is
 * emptied after a submission.
 */
export function followHandle(page: Document = document): void {
  const emboss = (typed: string) => {
    const handle = embossHandle(typed);
    for (const line of page.querySelectorAll<HTMLElement>('[data-card-handle]')) {
      line.textContent = handle;
      // A long one is set smaller before it is cut.
      line.style.setProperty('--letters', String(handle.length));
    }
  };
  page.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'handle') emboss(target.value);
  });
  // A browser may have restored what was typed before a reload.
  const field = page.querySelector<HTMLInputElement>('input[name=handle]');
  if (field) emboss(field.value);
}
