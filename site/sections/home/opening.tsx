import { Difference } from './difference.tsx';
import { HomeHero } from './hero.tsx';
import './opening.css';

/** The first screen and the section below it, as one scene: the hero's table goes on under the card. Renders a `div`. */
export function HomeOpening() {
  return (
    <div className="opening">
      <HomeHero />
      <Difference />
    </div>
  );
}
