import type { PictureName } from '#site/pictures/picture.tsx';
import { Picture } from '#site/pictures/picture.tsx';
import type { Entry } from '#site/sections/shared/entry.ts';

/** What each benefit looks like, in their order. */
const pictures = ['tray', 'menu-open', 'paid-bill', 'rope'] as const satisfies readonly PictureName[];

/** The four benefits, each with its picture. Renders a `<section>` with a list. */
export function BenefitNotes({ benefits }: { benefits: readonly [Entry, Entry, Entry, Entry] }) {
  return (
    <section className="notes-section grid-page" aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="display col-span-12 mb-[.5em] text-4xl">
        What it is worth.
      </h2>
      <ul className="notes col-span-12">
        {benefits.map(({ title, text }, index) => {
          const picture = pictures[index];
          return (
            <li key={title} className="note framed">
              {picture && <Picture name={picture} alt="" />}
              <h3 className="note-title">{title}</h3>
              <p className="note-text">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
