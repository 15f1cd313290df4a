import { pages } from '#contract/pages.ts';
import { pageTexts } from '#contract/texts.ts';
import { Picture } from '#site/engraver/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import '#site/sections/shared/page-hero.css';
import './door-list.css';

/** The 404 page: a list of the pages that exist, and the missing path, struck through. Renders a `<section>`. */
export function DoorList() {
  return (
    <section id="first-screen" className="page-hero grid-page door-page" aria-labelledby="hero-heading">
      <div className="col-span-12 lg:col-span-6">
        <Headline text={pageTexts.notFound} lines={[2, 2]} className="door-title text-5xl" />
        <p className="door-lede mt-7 text-lg text-balance">
          We looked twice. That address is not on the list tonight.
        </p>
        <p className="mt-7">
          <a href={pages.home.path} className="door-home">
            Return to Home
          </a>
        </p>
      </div>
      <ul className="door-list col-span-12 lg:col-span-6" aria-label="The list">
        {Object.values(pages).map(({ path, label }) => (
          <li key={path}>
            <a href={path}>{label}</a>
            <span>On the list</span>
          </li>
        ))}
        <li className="door-list-missing">
          <span data-missing-path>This page</span>
          <span>Not on the list</span>
        </li>
      </ul>
      <Picture name="closed-door" className="door-picture" isFirst />
    </section>
  );
}
