import { Rosette } from '#site/art/rosette.tsx';
import type { PictureName } from '#site/pictures/picture.tsx';
import { Picture } from '#site/pictures/picture.tsx';
import type { Entry } from '#site/sections/shared/entry.ts';

/** What each coupon is good for, in their order. */
const pictures = ['coupon-cost', 'coupon-approval', 'coupon-post'] as const satisfies readonly PictureName[];

/**
 * The venues' benefits as a bond: the guarantee, which is the last of them, and the others as its coupons.
 * Renders a `<section>` with a list.
 */
export function Bond({ benefits }: { benefits: readonly Entry[] }) {
  const coupons = benefits.slice(0, -1);
  const guarantee = benefits.slice(-1);
  return (
    <section className="bond-section" aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="display text-4xl">
        What you get.
      </h2>
      <ul className="terms">
        {coupons.map(({ title, text }, index) => (
          <li key={title} className="coupon">
            <Picture name={pictures[index] ?? pictures[0]} alt="" />
            <div className="coupon-words">
              <h3 className="coupon-title">{title}</h3>
              <p className="coupon-text">{text}</p>
            </div>
          </li>
        ))}
        {guarantee.map(({ title, text }) => (
          <li key={title} className="bond framed ink">
            <Rosette name="seal" className="bond-seal" />
            <h3 className="display bond-title">{title}</h3>
            <p className="bond-text">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
