import { nameInProfileAddress } from '#contract/profiles.ts';

/** The card's handle before anyone has typed. */
export const placeholderHandle = '@yourhandle';

/** The handle as the card shows it: trimmed, with one `@` in front; out of the link to a profile, its name. */
export function formatHandle(typed: string): string {
  const handle = typed.trim().replace(/^@+/, '');
  const name = nameInProfileAddress(handle) ?? handle;
  if (name === '') return placeholderHandle;
  return name.includes('://') ? name : `@${name}`;
}

/**
 * Shows the handle that is typed into the page's form on its cards. The card keeps it when the form is
 * emptied after a submission.
 */
export function followHandle(): void {
  const showHandle = (typed: string) => {
    const handle = formatHandle(typed);
    for (const line of document.querySelectorAll<HTMLElement>('[data-card-handle]')) {
      line.textContent = handle;
      // A long handle is set smaller before it is cut.
      line.style.setProperty('--letters', String(handle.length));
    }
  };
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'handle') showHandle(target.value);
  });
  // A browser may have restored what was typed before a reload.
  const field = document.querySelector<HTMLInputElement>('input[name=handle]');
  if (field) showHandle(field.value);
}
