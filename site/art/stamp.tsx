import { brand } from '#contract/brand.ts';
import { Mark } from '#site/art/mark.tsx';
import './engraving.css';
import './stamp.css';

/** One line of the postmark. */
const cancel = `q10-9 20 0${'t20 0'.repeat(5)}`;

/** A postage stamp with the logo; its postmark has the city and the date of the launch. Decoration; renders a `div`. */
export function Stamp() {
  return (
    <div className="stamp" aria-hidden="true">
      <div className="stamp-face">
        <div className="red">
          <span>{brand.name}</span>
          <Mark className="stamp-logo" />
        </div>
      </div>
      <svg viewBox="0 0 220 100" className="stamp-mark engraving" aria-hidden="true">
        <path d={[22, 36, 50, 64, 78].map((y) => `M96 ${y}${cancel}`).join('')} strokeWidth="1.6" />
        <circle cx="50" cy="50" r="46" strokeWidth="2" />
        <circle cx="50" cy="50" r="42" />
        <g fill="currentColor" stroke="none" textAnchor="middle">
          <text x="50" y="46">
            {brand.launch.city}
          </text>
          <text x="50" y="66">
            {brand.launch.date}
          </text>
        </g>
      </svg>
    </div>
  );
}
