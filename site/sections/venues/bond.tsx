import { Rosette } from '#site/art/rosette.tsx';
import type { Entry } from '#site/sections/shared/entry.ts';
import '#site/art/framed.css';
import './bond.css';

/** The venues' benefits; the last one, the guarantee, is set as a large panel (a bond). Renders a `<section>` with a list. */
export function Bond({ benefits }: { benefits: readonly Entry[] }) {
  return (
    <section className="px-page py-section" aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="display text-4xl">
        What you get.
      </h2>
      <ul className="terms">
        {benefits.map(({ title, text }, index) => {
          const isLast = index === benefits.length - 1;
          return (
            <li key={title} className={isLast ? 'bond framed ink' : 'term'}>
              {isLast && <Rosette name="seal-ink" className="bond-seal" />}
              <h3 className={isLast ? 'display text-5xl' : 'term-title'}>{title}</h3>
              <p className={isLast ? 'bond-text' : 'mt-3 text-muted'}>{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
