import { Picture } from '#site/pictures/picture.tsx';

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
