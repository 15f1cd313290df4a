import { nameInHandle, shownHandle } from '#contract/profiles.ts';

/** The card's handle before anyone has typed. */
export const placeholderHandle = '@yourhandle';

export const formatHandle = (typed: string): string => shownHandle(typed.trim()) || placeholderHandle;

/** Sets a handle on a card small that is long, and what is no handle as the longest one. */
export function fitHandle(line: HTMLElement): void {
  const letters = nameInHandle(line.textContent) === null ? 40 : line.textContent.length;
  line.style.setProperty('--letters', String(letters));
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
      fitHandle(line);
    }
  };
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'handle') showHandle(target.value);
  });
  // A browser may have restored what was typed before a reload.
  const field = document.querySelector<HTMLInputElement>('input[name=handle]');
  if (field) showHandle(field.value);
}
