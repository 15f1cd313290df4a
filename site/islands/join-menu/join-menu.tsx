import { waitlistFormHref } from '#contract/pages.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { texts } from '#contract/texts.ts';
import { Button } from '#site/ui/button.tsx';
import './join-menu.css';

/** `bar`: the choice acts on the page that it is made on. `hero`: plain links to the two pages. */
const places = {
  bar: { labels: texts.joinAs, size: 'sm' },
  hero: { labels: texts.heroJoinAs, size: 'lg' },
} as const;

/**
 * The Join Waitlist dropdown. A popover and real links, so it opens and leads somewhere before any script has
 * run; `setUpJoinMenus` does the rest. Renders a `<div>` without a box of its own, with the `<button>` and the menu's `<div>`.
 */
export function JoinMenu({ place }: { place: keyof typeof places }) {
  const { labels, size } = places[place];
  const id = `join-menu-${place}`;
  return (
    <div className="join">
      <Button
        variant="primary-red"
        size={size}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-controls={id}
      >
        {texts.joinWaitlist}
      </Button>
      <div id={id} role="menu" aria-label={texts.joinWaitlist} popover="auto" className="join-menu">
        {waitlistKinds.map((kind) => (
          <a
            key={kind}
            role="menuitem"
            href={waitlistFormHref(kind)}
            className="join-menu-item"
            data-join={place === 'bar' ? kind : undefined}
          >
            {labels[kind]}
          </a>
        ))}
      </div>
    </div>
  );
}
