import { Picture } from '#site/pictures/picture.tsx';
import { Step } from '#site/sections/shared/step.tsx';

const steps = [
  {
    title: 'Join and set your campaign budget',
    text: 'In product value: what is on the menu.',
  },
  {
    title: 'Review and approve creator applications',
    text: 'Creators apply to your campaign.',
  },
  { title: 'Creators attend and pay with the card', text: 'Like any guest.' },
  { title: 'Content posted within 24 hours', text: 'Your room, seen by their following.' },
];

/** The venues' steps as the courses of an open menu (a carte). Renders a `<section>` with an `<ol>`. */
export function Carte() {
  return (
    <section className="page-gutters section-padding" aria-labelledby="steps-heading">
      <div className="carte">
        <div className="carte-cover framed ink">
          <h2 id="steps-heading" className="display carte-title">
            <span className="line">From budget</span> <em className="line accent">to post.</em>
          </h2>
          <Picture name="visit" className="carte-picture" alt="" />
        </div>
        <ol className="carte-courses framed">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="course step">
              <Step number={index + 1} title={title} text={text} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
