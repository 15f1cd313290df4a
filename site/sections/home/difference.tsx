import { Card } from '#site/art/card.tsx';

const points = [
  {
    title: 'It pays at the table.',
    text: 'A branded credit card, yours once you are onboarded.',
  },
  {
    title: 'Both sides choose.',
    text: 'Creators apply to the venues they want. Venues approve who comes.',
  },
  {
    title: 'It is underwritten.',
    text: 'A money-back guarantee for venues stands behind each transaction.',
  },
] as const;

/** What makes the product different, beside the card. Renders a `<section>`. */
export function Difference() {
  return (
    <section className="difference grid-page section-padding" aria-labelledby="difference-heading">
      <h2 id="difference-heading" className="display difference-title">
        Not a discount code. Not a favour. <em className="accent">A card.</em>
      </h2>
      <div className="difference-card">
        <Card className="tilted" />
      </div>
      <ul className="difference-points">
        {points.map(({ title, text }) => (
          <li key={title} className="difference-point">
            <h3 className="difference-name">{title}</h3>
            <p className="difference-text lede">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
