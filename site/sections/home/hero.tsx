import { brand } from '#contract/brand.ts';
import { JoinMenu } from '#site/islands/join-menu/join-menu.tsx';
import { Picture } from '#site/pictures/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { HeroActions } from '#site/sections/shared/hero-actions.tsx';
import './hero.css';

/** First screen of the home page. */
export function HomeHero() {
  return (
    <section id="first-screen" className="hero grid-page" aria-labelledby="hero-heading">
      <Headline text={brand.tagline} lines={[2, 1, 1]} className="hero-title" />
      <div className="hero-foot">
        <dl className="hero-offer">
          <dt>Creators</dt>
          <dd>
            A card that works like cash at venues. <em>You pay with a post.</em>
          </dd>
          <dt>Venues</dt>
          <dd>
            Creators visit and post. <em>You pay only the cost of goods sold.</em>
          </dd>
          <dt>Launch</dt>
          <dd>{`${brand.launch.city}, ${brand.launch.date}`}</dd>
        </dl>
        <HeroActions>
          <JoinMenu place="hero" />
        </HeroActions>
      </div>
      <Picture
        name="home"
        isFirst
        className="hero-art"
        alt="A coupe of red wine, a candle and a cloche on a table."
      />
    </section>
  );
}
