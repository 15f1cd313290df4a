import type { Entry } from '#site/sections/shared/entry.ts';
import './stairs.css';

/** What happens, in order, as a stair seen from the side: every step stands higher, its engraving closer. Renders a `<section>` with an `<ol>`. */
export function Stairs({ steps }: { steps: readonly Entry[] }) {
  return (
    <section className="stairs-section grid-page py-section" aria-labelledby="steps-heading">
      <h2 id="steps-heading" className="display text-4xl">
        <span className="line">Five steps,</span> <em className="line accent">one card.</em>
      </h2>
      <ol className="stairs">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="stair">
            <span className="stair-number" aria-hidden="true">
              {index + 1}
            </span>
            <div className="tread">
              <h3 className="stair-title">{title}</h3>
              <p className="stair-text">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
