import { Card } from '#site/art/card.tsx';
import './difference.css';

const points = [
  {
    title: 'It spends like cash.',
    text: 'Creators who are approved receive a branded credit card. At venues it works like cash.',
  },
  {
    title: 'It costs what the plate costs.',
    text: 'Venues set a budget in product value and pay only the cost of goods sold.',
  },
  {
    title: 'It is underwritten.',
    text: 'A money-back guarantee for venues stands behind each transaction.',
  },
] as const;

/** What makes the product different, beside the card. Renders a `<section>`. */
export function Difference() {
  return (
    <section className="difference grid-page py-section" aria-labelledby="difference-heading">
      <h2 id="difference-heading" className="display difference-title">
        Not a discount code. Not a favour. <em className="accent whitespace-nowrap">A card.</em>
      </h2>
      <div className="difference-card">
        <Card handle="@yourhandle" className="tilted" />
      </div>
      <ul className="difference-points">
        {points.map(({ title, text }) => (
          <li key={title} className="difference-point">
            <h3 className="difference-name">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
