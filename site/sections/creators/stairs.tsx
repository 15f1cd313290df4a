import { Picture } from '#site/pictures/picture.tsx';
import { Step } from '#site/sections/shared/step.tsx';

/** As many as the picture has, with a rule for each in stairs.css: engraver/objects/staircase.ts draws them. */
const steps = [
  { title: 'Apply', text: 'Name, email, handle, city, a short bio. That is the whole form.' },
  {
    title: 'Onboard and receive your card',
    text: 'Once approved, the card is yours.',
  },
  { title: 'Apply to collabs via the app', text: 'You ask. The venue says yes or no.' },
  { title: 'Attend and pay with the card', text: 'Show up, order, pay. Like anyone with a card.' },
  { title: 'Deliver content within 24 hours', text: 'Counted from the visit, while it is still news.' },
];

/** What happens, in order: each above its step of a staircase that goes down to the right, or on a narrow page in a list below it. Renders a `<section>` with an `<ol>`. */
export function Stairs() {
  return (
    <section className="stairs-section red grid-page" aria-labelledby="steps-heading">
      <h2 id="steps-heading" className="display">
        <span className="line">Five steps,</span> <em className="line accent">one card.</em>
      </h2>
      <Picture name="stairs" className="stairs-picture" alt="" />
      <ol className="stairs">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="stair step">
            <Step number={index + 1} title={title} text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}
