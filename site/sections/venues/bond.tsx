import { Drawing } from '#site/pictures/drawing.tsx';
import { Picture } from '#site/pictures/picture.tsx';

const coupons = [
  { picture: 'coupon-cost', title: 'At cost', text: 'Oysters, at what oysters cost\u00a0you.' },
  { picture: 'coupon-approval', title: 'By approval', text: 'Your door, your list: you say who comes.' },
  { picture: 'coupon-post', title: 'On time', text: 'Dinner tonight, posted by tomorrow\u00a0night.' },
] as const;

/**
 * The venues' benefits as a bond: the guarantee, and the others as its coupons.
 * Renders a `<section>` with a list.
 */
export function Bond() {
  return (
    <section className="bond-section" aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="display">
        What you get.
      </h2>
      <ul className="terms">
        {coupons.map(({ picture, title, text }) => (
          <li key={title} className="coupon">
            <Picture name={picture} alt="" />
            <div className="coupon-words">
              <h3 className="coupon-title">{title}</h3>
              <p className="lede coupon-text">{text}</p>
            </div>
          </li>
        ))}
        <li className="bond framed ink">
          <Drawing name="seal" width={1000} height={1000} className="bond-seal" />
          <h3 className="display bond-title">Underwritten</h3>
          <p className="bond-text">
            {'A money-back guarantee for\u00a0venues stands behind each\u00a0transaction.'}
          </p>
        </li>
      </ul>
    </section>
  );
}
