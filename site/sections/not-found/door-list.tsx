import { pages } from '#contract/pages.ts';
import { pageTexts } from '#contract/texts.ts';
import { Picture } from '#site/pictures/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { Button } from '#site/ui/button.tsx';
import '#site/sections/shared/page-hero.css';
import './door-list.css';

/** The pages that the list names: home has a button of its own. */
const listed = Object.values(pages).filter((page) => page !== pages.home);

/** The 404 page: a list of the pages that exist, and the missing path, struck through. Renders a `<section>`. */
export function DoorList() {
  return (
    <section id="first-screen" className="page-hero grid-page door-page" aria-labelledby="hero-heading">
      <div className="door-words">
        <Headline text={pageTexts.notFound} lines={[1, 3]} className="door-title" />
        <div className="door-answer">
          <p className="door-lede lede">We looked twice. That address is not on the list tonight.</p>
          <Button href={pages.home.path} size="lg">
            Return to Home
          </Button>
        </div>
      </div>
      <ul className="door-list" aria-label="The list">
        {listed.map(({ path, label }) => (
          <li key={path}>
            <a href={path}>{label}</a>
            <span>On the list</span>
          </li>
        ))}
        <li className="door-list-missing">
          <span data-missing-path className="one-line">
            This page
          </span>
          <span>Not on the list</span>
        </li>
      </ul>
      <Picture
        name="closed-door"
        isFirst
        className="door-picture"
        alt="A closed door, number 404, under a lamp, behind a red rope."
      />
    </section>
  );
}
