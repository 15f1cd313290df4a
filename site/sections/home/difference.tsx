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
    <section className="grid-page py-section items-center gap-y-14" aria-labelledby="difference-heading">
      <h2 id="difference-heading" className="display col-span-12 text-4xl">
        Not a discount code. Not a favour. <em className="accent whitespace-nowrap">A card.</em>
      </h2>
      <div className="col-span-12 md:col-span-6 md:pr-8 lg:col-span-7 lg:pr-0">
        <Card handle="@yourhandle" className="tilted" />
      </div>
      <ul className="col-span-12 md:col-span-6 lg:col-span-4 lg:col-start-9">
        {points.map(({ title, text }) => (
          <li key={title} className="difference-point">
            <h3 className="text-2xl leading-tight">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
