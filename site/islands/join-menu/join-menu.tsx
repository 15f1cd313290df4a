import { waitlistFormHref } from '#contract/pages.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { texts } from '#contract/texts.ts';
import { buttonVariants } from '#site/ui/button.tsx';
import './join-menu.css';

type Look = NonNullable<Parameters<typeof buttonVariants>[0]>;

interface JoinMenuProps {
  /** `bar`: the choice acts on the page that it is made on. `hero`: plain links to the two pages. */
  place: 'bar' | 'hero';
  variant?: Look['variant'];
  size?: Look['size'];
}

const labels = { bar: texts.joinAs, hero: texts.heroJoinAs };

/**
 * The Join Waitlist dropdown. A popover and real links, so it opens and leads somewhere before any script has
 * run; `keepJoinMenus` does the rest. Renders a `<div>` without a box of its own, with the `<button>` and the menu's `<div>`.
 */
export function JoinMenu({ place, variant = 'primary-red', size = 'default' }: JoinMenuProps) {
  const id = `join-menu-${place}`;
  return (
    <div className="join">
      <button
        type="button"
        className={buttonVariants({ variant, size })}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-controls={id}
      >
        {texts.joinWaitlist}
      </button>
      <div id={id} role="menu" aria-label={texts.joinWaitlist} popover="auto" className="join-menu">
        {waitlistKinds.map((kind) => (
          <a
            key={kind}
            role="menuitem"
            href={waitlistFormHref(kind)}
            className="join-menu-item"
            data-join={place === 'bar' ? kind : undefined}
          >
            {labels[place][kind]}
          </a>
        ))}
      </div>
    </div>
  );
}
