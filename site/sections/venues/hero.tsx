import { brand } from '#contract/brand.ts';
import { anchors } from '#contract/pages.ts';
import { pageTexts } from '#contract/texts.ts';
import { Picture } from '#site/pictures/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { HeroActions } from '#site/sections/shared/hero-actions.tsx';
import { Button } from '#site/ui/button.tsx';
import '#site/sections/shared/page-hero.css';
import './hero.css';

/** First screen of the venues' page. Renders a `<section>`. */
export function VenuesHero() {
  return (
    <section
      id="first-screen"
      aria-labelledby="hero-heading"
      className="venues-hero page-hero hero-full grid-page"
    >
      <div className="venues-words">
        <Headline text="Pay for the plate. Nothing else." lines={[2, 2, 2]} className="venues-title" />
        <p className="lede">Creators dine on the card, then post. You pay only the cost of goods sold.</p>
        <HeroActions>
          <Button href={`#${anchors.waitlistForm}`} variant="primary-red" size="lg">
            {pageTexts.partnerWith(brand.name)}
          </Button>
        </HeroActions>
      </div>
      <Picture
        name="cloche-lifted"
        isFirst
        className="hero-cloche"
        alt="An open cloche on a plate; on it, one cherry."
      />
    </section>
  );
}
