import { pages } from '#contract/pages.ts';
import { Picture } from '#site/pictures/picture.tsx';
import { Button } from '#site/ui/button.tsx';

const doors = [
  {
    page: pages.creators,
    scope: 'ink',
    claim: 'Your following is worth a table.',
    reasons: [
      'A card in place of a pitch',
      'Open collabs, all in one app',
      'For handles on Instagram or TikTok',
    ],
    invitation: 'For creators',
    picture: 'table',
  },
  {
    page: pages.venues,
    scope: 'paper',
    claim: 'Your kitchen is the whole budget.',
    reasons: ['A budget set in product value', 'Each creator approved by you', 'Content within 24 hours'],
    invitation: 'For venues',
    picture: 'pass',
  },
] as const;

/** Two cards, one for creators and one for venues, that link to their pages. Renders a `<section>`. */
export function WhyItWorks() {
  return (
    <section aria-labelledby="why-heading" className="ink">
      <h2 id="why-heading" className="display doors-title">
        <span>Why It</span> <span>Works</span>
      </h2>
      <div className="doors">
        {doors.map(({ page, scope, claim, reasons, invitation, picture }) => (
          <article key={page.path} className={`door ${scope}`}>
            <Picture name={picture} className="door-picture" alt="" />
            <h3 className="display door-claim">{claim}</h3>
            <ul className="door-reasons">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            <Button href={page.path} variant="outline" size="lg" className="door-link">
              {invitation}
            </Button>
          </article>
        ))}
      </div>
    </section>
  );
}
