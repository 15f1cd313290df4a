import { Rosette } from '#site/art/rosette.tsx';
import type { Entry } from '#site/sections/shared/entry.ts';
import '#site/art/framed.css';
import './benefit-notes.css';

/** The rosette of each benefit. */
const denominations = ['clover', 'bloom', 'dahlia', 'lace'] as const;
type Denomination = (typeof denominations)[number];

interface BenefitNotesProps {
  benefits: readonly [Entry, Entry, Entry, Entry];
  /** Figures that the page has already drawn, by the id of that rosette. */
  drawn?: Partial<Record<Denomination, string>>;
}

/** The four benefits as banknotes, the first of them red. Renders a `<section>` with a list. */
export function BenefitNotes({ benefits, drawn = {} }: BenefitNotesProps) {
  return (
    <section className="grid-page py-section" aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="display col-span-12 mb-[.6em] text-4xl md:col-span-9">
        What it is worth.
      </h2>
      <ul className="notes col-span-12">
        {benefits.map(({ title, text }, index) => {
          const figure = denominations[index];
          const plate = figure && drawn[figure];
          return (
            <li key={title} className={index ? 'note framed' : 'note framed red'}>
              {plate && <Rosette of={plate} className="drawn-on-scroll note-figure" />}
              {figure && !plate && (
                <Rosette id={`note-${index}`} figure={figure} className="drawn-on-scroll note-figure" />
              )}
              <h3 className="note-title">{title}</h3>
              <p className="note-text">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
