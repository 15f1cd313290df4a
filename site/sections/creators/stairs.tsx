import type { Entry } from '#site/sections/shared/entry.ts';
import './stairs.css';

const countWords = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

/** The count as a word. Its limit is that of `stairs.css`, which has a rule for each place. */
function countSteps(steps: readonly Entry[]): string {
  const word = countWords[steps.length - 1];
  if (word === undefined) {
    throw new Error(
      `${steps.length} steps: stairs.css draws one to ${countWords.length}. For more, add --rise and --left there and the word to countWords.`,
    );
  }
  return word;
}

/** What happens, in order, as stairs seen from the side: each step stands higher, its lines closer. Renders a `<section>` with an `<ol>`. */
export function Stairs({ steps }: { steps: readonly Entry[] }) {
  return (
    <section className="stairs-section red grid-page" aria-labelledby="steps-heading">
      <h2 id="steps-heading" className="display text-4xl">
        <span className="line">{countSteps(steps)} steps,</span> <em className="line accent">one card.</em>
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
