import type { WaitlistKind } from '#contract/submission.ts';
import { chooseJoin } from '#site/islands/join-menu/choose-join.ts';

/** From this width on the bar shows its links, and the panel has no opener: keep it equal to that of `header.css`. */
const wideEnoughForBar = '(min-width: 48rem)';

/** What a dialog leaves to a script: its opener's state, when it closes by itself, and what a choice in it does. */
export function setUpSiteMenu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.site-menu');
  const opener = document.querySelector('.site-menu-opener');
  if (!dialog || !opener) return;

  const showState = (isOpen: boolean) => opener.setAttribute('aria-expanded', String(isOpen));
  // The panel may have been opened before this ran.
  showState(dialog.open);
  opener.addEventListener('click', () => {
    showState(true);
    if (!('commandForElement' in HTMLButtonElement.prototype)) dialog.showModal();
  });
  dialog.addEventListener('close', () => showState(false));

  matchMedia(wideEnoughForBar).addEventListener('change', ({ matches }) => matches && dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    const isBackdrop = target === dialog;
    if (isBackdrop || (target as Element).closest('a')) dialog.close();
  });
  dialog.addEventListener('submit', (event) => {
    const kind = (event.target as HTMLElement).dataset['join'];
    if (kind === undefined) return;
    event.preventDefault();
    dialog.close();
    chooseJoin(kind as WaitlistKind);
  });
}
