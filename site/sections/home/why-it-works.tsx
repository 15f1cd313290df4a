import { pages } from '#contract/pages.ts';
import { Rosette } from '#site/art/rosette.tsx';
import { buttonVariants } from '#site/ui/button.tsx';
import './why-it-works.css';

const doors = [
  {
    page: pages.creators,
    scope: 'ink',
    claim: 'Your following is worth a table.',
    reasons: [
      'A card in place of a pitch',
      'You choose the collabs in the app',
      'You post within 24 hours of the visit',
    ],
    invitation: 'For creators',
    plate: 'card-rosette',
  },
  {
    page: pages.venues,
    scope: 'paper',
    claim: 'Your kitchen is the whole budget.',
    reasons: ['You set it in product value', 'You approve who comes', 'You pay only the cost of goods sold'],
    invitation: 'For venues',
    plate: 'hero-rosette',
  },
] as const;

/** Two cards, one for creators and one for venues, that link to their pages. Renders a `<section>`. */
export function WhyItWorks() {
  return (
    <section aria-labelledby="why-heading" className="ink">
      <h2 id="why-heading" className="display doors-title text-5xl">
        Why It Works
      </h2>
      <div className="doors">
        {doors.map(({ page, scope, claim, reasons, invitation, plate }) => (
          <article key={page.path} className={`door ${scope}`}>
            <Rosette of={plate} className="drawn-on-scroll door-figure" />
            <h3 className="display door-claim">{claim}</h3>
            <ul className="door-reasons">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            <a
              href={page.path}
              className={buttonVariants({ variant: 'outline', size: 'lg', className: 'door-link' })}
            >
              {invitation}
            </a>
          </article>
        ))}
      </div>
    </section>
  );
}
