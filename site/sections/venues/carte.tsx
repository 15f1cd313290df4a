import { Picture } from '#site/pictures/picture.tsx';
import type { Entry } from '#site/sections/shared/entry.ts';

/** The venues' steps as the courses of an open menu (a carte). Renders a `<section>` with an `<ol>`. */
export function Carte({ steps }: { steps: readonly Entry[] }) {
  return (
    <section className="px-page py-section" aria-labelledby="steps-heading">
      <div className="carte">
        <div className="carte-cover framed ink">
          <h2 id="steps-heading" className="display carte-title">
            <span className="line">From budget</span> <em className="line accent">to post.</em>
          </h2>
          <Picture name="visit" className="carte-picture" alt="" />
        </div>
        <ol className="carte-courses framed">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="course">
              <span className="course-number" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="course-title">{title}</h3>
              <p className="course-text">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
