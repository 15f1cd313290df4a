import { flightSize, flightSteps } from '#site/art/flight-file.ts';
import { vectorFile } from '#site/art/vector-file.ts';
import type { Entry } from '#site/sections/shared/entry.ts';
import '#site/engraver/picture.css';
import './stairs.css';

/** What happens, in order: each on its step of a flight that goes up to the right, or on a narrow page in a list below it. Renders a `<section>` with an `<ol>`. */
export function Stairs({ steps }: { steps: readonly Entry[] }) {
  if (steps.length !== flightSteps) {
    throw new Error(
      `${steps.length} steps, but site/art/flight-file.ts draws ${flightSteps}. Change its \`flight\`, the rules for each step in stairs.css, and the heading.`,
    );
  }
  return (
    <section className="stairs-section red grid-page" aria-labelledby="steps-heading">
      <h2 id="steps-heading" className="display text-4xl">
        <span className="line">Five steps,</span> <em className="line accent">one card.</em>
      </h2>
      <picture className="engraved engraved-red stairs-flight">
        <source media="(min-width: 48rem)" srcSet={vectorFile('flight').path} {...flightSize('flight')} />
        <img
          src={vectorFile('flight-narrow').path}
          {...flightSize('flight-narrow')}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </picture>
      <ol className="stairs">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="stair">
            <span className="stair-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="stair-title">{title}</h3>
            <p className="stair-text">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
