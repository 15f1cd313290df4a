import { brand } from '#contract/brand.ts';
import { anchors } from '#contract/pages.ts';
import { pageTexts } from '#contract/texts.ts';
import { Bill } from '#site/art/bill.tsx';
import { Picture } from '#site/engraver/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { HeroActions } from '#site/sections/shared/hero-actions.tsx';
import { Button } from '#site/ui/button.tsx';
import '#site/sections/shared/page-hero.css';
import './hero.css';

const lines = [
  { label: 'Guest', value: 'approved by you' },
  { label: 'Paid with', value: 'the card' },
  { label: 'Post due', value: '24 hours' },
  { label: 'You pay', value: 'cost of goods', isTotal: true },
] as const;

/** First screen of the venues' page, with the bill. Renders a `<section>`. */
export function VenuesHero() {
  return (
    <section
      id="first-screen"
      aria-labelledby="hero-heading"
      className="venues-hero page-hero hero-full grid-page overflow-hidden"
    >
      <div className="venues-words">
        <Headline
          text="Pay for the plate. Nothing else."
          lines={[2, 2, 2]}
          accented
          className="venues-title"
        />
        <p className="mt-7 text-lg text-balance">
          Creators dine on the card, then post. You pay only the cost of goods sold, with a money-back
          guarantee.
        </p>
        <HeroActions>
          <Button href={`#${anchors.waitlistForm}`} variant="primary-red" size="lg">
            {pageTexts.partnerWith(brand.name)}
          </Button>
        </HeroActions>
      </div>
      <div className="hero-bill lifted bill-lift">
        <Bill heading="One table" lines={lines} foot="Thank you. Come again." />
      </div>
      <Picture name="cloche-lifted" className="hero-cloche" />
    </section>
  );
}
