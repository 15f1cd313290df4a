import { Picture } from '#site/pictures/picture.tsx';
import type { Entry } from '#site/sections/shared/entry.ts';

/** The picture's steps, drawn by engraver/objects/staircase.ts. */
const drawnSteps = 5;

/** What happens, in order: each above its step of a staircase that goes down to the right, or on a narrow page in a list below it. Renders a `<section>` with an `<ol>`. */
export function Stairs({ steps }: { steps: readonly Entry[] }) {
  if (steps.length !== drawnSteps) {
    throw new Error(
      `${steps.length} steps, but the picture has ${drawnSteps}. Change engraver/objects/staircase.ts, its scene, the rules for each step in stairs.css, and the heading.`,
    );
  }
  return (
    <section className="stairs-section red grid-page" aria-labelledby="steps-heading">
      <h2 id="steps-heading" className="display text-4xl">
        <span className="line">Five steps,</span> <em className="line accent">one card.</em>
      </h2>
      <Picture name="stairs" className="stairs-picture" alt="" />
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
