import { anchors, waitlistFormHref } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import { Picture } from '#site/pictures/picture.tsx';
import { Button } from '#site/ui/button.tsx';

const entries = [
  {
    title: 'Creators',
    text: 'You make the content. You want the card.',
    href: waitlistFormHref('creator'),
    label: texts.joinAs.creator,
    picture: 'slot-card',
    alt: 'The card, leaning in the first of three pigeonholes.',
  },
  {
    title: 'Venues',
    text: 'You have the room. You want it seen.',
    href: waitlistFormHref('venue'),
    label: texts.joinAs.venue,
    picture: 'slot-keys',
    alt: 'A key with a red tag, on a hook in the second of three pigeonholes.',
  },
  {
    title: 'General inquiries',
    text: 'Neither of the two? Ask us anything.',
    href: `#${anchors.contactForm}`,
    label: 'Write to us',
    picture: 'slot-letters',
    alt: 'Letters, one closed with a red seal, in the last of three pigeonholes.',
  },
] as const;

/** Where creators, venues and everyone else should go: a rack with three compartments. Renders a `<section>` with a list. */
export function Directory() {
  return (
    <section className="directory-page grid-page" aria-label="Where to go">
      <ul className="directory lifted">
        {entries.map(({ title, text, href, label, picture, alt }) => (
          <li key={title} className="directory-entry">
            <Picture name={picture} className="directory-picture" alt={alt} />
            <h2 className="directory-title">{title}</h2>
            <p>{text}</p>
            <Button href={href} variant="outline" className="directory-link">
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
