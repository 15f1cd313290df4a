import type { WaitlistKind } from '#contract/submission.ts';
import { isPlainClick } from '#site/islands/is-plain-click.ts';
import { chooseJoin } from '#site/islands/join-menu/choose-join.ts';

/** Safari before 17 and Firefox before 125 lack them. */
const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype;

/** What a popover leaves to a script: where the focus goes, the arrow keys, and what a choice does. */
export function setUpJoinMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('.join-menu')) {
    setUpOpener(menu.previousElementSibling as HTMLElement, menu);
    setUpMenu(menu);
  }
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

function setUpOpener(opener: HTMLElement, menu: HTMLElement): void {
  const showState = () => opener.setAttribute('aria-expanded', String(menu.matches(':popover-open')));
  // The menu may have been opened before this ran.
  if (hasPopovers()) showState();
  // The styles open the menu, so scripts cannot tell whether it is open.
  else opener.removeAttribute('aria-expanded');
  menu.addEventListener('toggle', showState);
  opener.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (hasPopovers()) menu.showPopover({ source: opener });
    else itemsOf(menu)[0]?.focus();
  });
}

function setUpMenu(menu: HTMLElement): void {
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') itemsOf(menu)[0]?.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover?.();
  });
  menu.addEventListener('keydown', (event) => {
    const items = itemsOf(menu);
    const focused = document.activeElement as HTMLElement;
    if (event.key === ' ') {
      // A menu's item is chosen by it, though the browser scrolls where a link has the focus.
      event.preventDefault();
      focused.click();
    }
    const at = items.indexOf(focused);
    const next = {
      ArrowDown: items[at + 1] ?? items[0],
      ArrowUp: items[at - 1] ?? items.at(-1),
      Home: items[0],
      End: items.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  menu.addEventListener('click', (event) => {
    const item = (event.target as Element).closest<HTMLElement>('[role=menuitem]');
    if (!item) return;
    menu.hidePopover?.();
    const kind = item.dataset['join'];
    if (kind === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    chooseJoin(kind as WaitlistKind);
  });
}
