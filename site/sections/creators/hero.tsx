import { anchors } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import { Card, CardBack } from '#site/art/card.tsx';
import { Picture } from '#site/pictures/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { HeroActions } from '#site/sections/shared/hero-actions.tsx';
import { Button } from '#site/ui/button.tsx';
import '#site/art/card.css';
import '#site/art/card-back.css';
import '#site/sections/shared/page-hero.css';
import './hero.css';

/** First screen of the creators' page, with the card. Renders a `<section>`. */
export function CreatorsHero() {
  return (
    <section
      id="first-screen"
      aria-labelledby="hero-heading"
      className="creators-hero page-hero hero-full grid-page"
    >
      <Picture name="curtain" isFirst className="hero-curtain" alt="" />
      <div className="creators-words">
        <Headline text="Put it on your name." lines={[3, 2]} className="creators-title" />
        <p className="lede">
          Apply. If you are in, you get a card that works like cash at venues. You pay it back with a post,
          within 24 hours of the visit.
        </p>
        <HeroActions>
          <Button href={`#${anchors.waitlistForm}`} variant="primary-red" size="lg">
            {texts.joinAs.creator}
          </Button>
        </HeroActions>
      </div>
      <div className="card-pair">
        <CardBack />
        <Card className="tilted" />
      </div>
    </section>
  );
}
