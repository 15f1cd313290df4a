import type { ReactNode } from 'react';

export interface Step {
  title: string;
  text: string;
}

interface StepsProps {
  heading: ReactNode;
  steps: readonly Step[];
}

/** What happens, in order: one row a step, its number set large. Renders a `<section>` with an `<ol>`. */
export function Steps({ heading, steps }: StepsProps) {
  return (
    <section className="grid-page py-section" aria-labelledby="steps-heading">
      <h2 id="steps-heading" className="display col-span-12 mb-[.5em] text-4xl">
        {heading}
      </h2>
      <ol className="steps col-span-12">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="step">
            <span className="step-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="step-title">{title}</h3>
            <p className="step-text">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
