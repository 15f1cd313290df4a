import { Picture } from '#site/pictures/picture.tsx';
import { Step } from '#site/sections/shared/step.tsx';

const steps = [
  {
    picture: 'door-ajar',
    title: 'Apply and get approved',
    text: 'Both apply. Creators are onboarded and get the card; venues set a budget.',
  },
  {
    picture: 'place',
    title: 'Experience the moment',
    text: 'The creator orders and puts it on the card. The venue serves.',
  },
  {
    picture: 'filming',
    title: 'Content delivered',
    text: 'The night is posted within 24 hours of the visit. The venue is seen.',
  },
] as const;

/** The three steps. Renders a `<section>` with an `<ol>`. */
export function HowItWorks() {
  return (
    <section className="how red" aria-labelledby="how-heading">
      <div className="grid-page section-padding">
        <h2 id="how-heading" className="display how-title">
          How It Works
        </h2>
        <ol className="how-steps">
          {steps.map(({ picture, title, text }, index) => (
            <li key={title}>
              <Picture name={picture} className="how-picture" alt="" />
              <div className="how-words step">
                <Step number={index + 1} title={title} text={text} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
