import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { waitlistFormHref } from '#contract/pages.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { texts } from '#contract/texts.ts';
import { chooseJoin } from '#site/islands/join-menu/choose-join.ts';
import { buttonVariants } from '#site/ui/button.tsx';
import './join-menu.css';

type Look = NonNullable<Parameters<typeof buttonVariants>[0]>;

interface JoinMenuProps {
  /** `bar`: the choice acts on the page that it is made on. `hero`: plain links to the two pages. */
  place: 'bar' | 'hero';
  variant?: Look['variant'];
  size?: Look['size'];
}

/** Safari before 17 and Firefox before 125 lack them. */
const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype;

const labels = { bar: texts.joinAs, hero: texts.heroJoinAs };

/**
 * The Join Waitlist dropdown. A popover and real links, so it opens and leads somewhere before the
 * scripts have run. Renders a `<button>` and the `<div>` of its menu.
 */
export function JoinMenu({ place, variant = 'primary-red', size = 'default' }: JoinMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  // Undefined where there are no popovers: the styles open the menu then, and nobody can say whether it is open.
  const [open, setOpen] = useState<boolean | undefined>(false);
  const id = `join-menu-${place}`;

  // It may have been opened before this ran. A browser without popovers does not know the selector.
  useEffect(() => setOpen(hasPopovers() ? menu.current?.matches(':popover-open') : undefined), []);

  const choose = (event: MouseEvent, kind: WaitlistKind) => {
    menu.current?.hidePopover?.();
    if (place === 'hero' || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    chooseJoin(kind);
  };

  const moveFocus = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: items[at + 1] ?? items[0],
      ArrowUp: items[at - 1] ?? items.at(-1),
      Home: items[0],
      End: items.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <button
        type="button"
        className={buttonVariants({ variant, size })}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          if (hasPopovers()) menu.current?.showPopover({ source: event.currentTarget });
          else menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
        }}
      >
        {texts.joinWaitlist}
      </button>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={texts.joinWaitlist}
        popover="auto"
        className="join-menu"
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'open') menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
        }}
        onKeyDown={moveFocus}
        onBlur={(event) => {
          if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) {
            event.currentTarget.hidePopover?.();
          }
        }}
      >
        {waitlistKinds.map((kind) => (
          <a
            key={kind}
            role="menuitem"
            href={waitlistFormHref(kind)}
            className="join-menu-item"
            onClick={(event) => choose(event, kind)}
          >
            {labels[place][kind]}
          </a>
        ))}
      </div>
    </>
  );
}
