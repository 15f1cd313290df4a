import { flightSize, flightSteps, stepSize } from '#site/art/flight-file.ts';
import { vectorFile } from '#site/art/vector-file.ts';
import type { Entry } from '#site/sections/shared/entry.ts';
import '#site/engraver/picture.css';
import './stairs.css';

/** What happens, in order, on a flight of steps: up to the right, or on a narrow page towards the reader. Renders a `<section>` with an `<ol>`. */
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
      <ol className="stairs">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="stair">
            <Drawing name="step" {...stepSize} className="stair-step" />
            <span className="stair-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="stair-title">{title}</h3>
            <p className="stair-text">{text}</p>
          </li>
        ))}
      </ol>
      <Drawing name="flight" {...flightSize} className="stairs-flight" />
    </section>
  );
}

interface DrawingProps {
  name: 'flight' | 'step';
  width: number;
  height: number;
  className: string;
}

/** A drawing as decoration: only the one that is shown at a window's width is loaded. Renders a `picture`. */
const Drawing = ({ name, width, height, className }: DrawingProps) => (
  <picture className={`engraved engraved-red ${className}`}>
    <img src={vectorFile(name).path} width={width} height={height} alt="" loading="lazy" decoding="async" />
  </picture>
);
