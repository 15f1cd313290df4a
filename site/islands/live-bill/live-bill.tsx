import { Bill } from '#site/art/bill.tsx';
import { type BillInput, billLimits, costOfGoods, formatDollars } from '#site/islands/live-bill/add-up.ts';

const { menuValue, costPercent } = billLimits;

const lines = [
  { label: 'Menu value', value: <span data-bill-line="menuValue">{formatDollars(menuValue.start)}</span> },
  { label: 'Paid with', value: 'the card' },
  { label: 'Cost of goods', value: <span data-bill-line="costPercent">{costPercent.start}%</span> },
  {
    label: 'You pay',
    value: (
      <span data-bill-line="total">{formatDollars(costOfGoods(menuValue.start, costPercent.start))}</span>
    ),
    isTotal: true,
    isLive: true,
  },
];

/**
 * The bill with the visitor's own numbers. It is correct as it is sent; `setUpBill` keeps it correct. Renders a
 * `<section>`.
 */
export function LiveBill() {
  return (
    <section className="sum red" aria-labelledby="sum-heading">
      <div className="sum-page grid-page section-padding">
        <div className="sum-words">
          <h2 id="sum-heading" className="display">
            Do the <em>sum.</em>
          </h2>
          <p className="lede">
            An example. <span className="sum-controls">Set your own numbers.</span> Arithmetic, not a promise.
          </p>
          <div className="sum-amounts sum-controls">
            <Amount input="menuValue" label="Menu value of one visit" unit="AUD" before="$" />
            <Amount input="costPercent" label="Cost of goods" unit="%" after="%" />
          </div>
        </div>
        <div className="sum-bill lifted bill-lift">
          <Bill heading="Your numbers" lines={lines} foot="Thank you. Come again." />
        </div>
      </div>
    </section>
  );
}

interface AmountProps {
  input: BillInput;
  label: string;
  unit: string;
  /** The unit's sign as it stands beside the number. */
  before?: string;
  after?: string;
}

function Amount({ input, label, unit, before, after }: AmountProps) {
  const { min, sliderMax, step, start } = billLimits[input];
  const id = `bill-${input}`;
  return (
    <div>
      <div className="sum-line">
        <label htmlFor={id}>{`${label}, ${unit}`}</label>
        <span className="sum-figure">
          {before && <span aria-hidden="true">{before}</span>}
          <input
            id={id}
            inputMode="decimal"
            defaultValue={start}
            autoComplete="off"
            data-bill-input={input}
            className="sum-number"
          />
          {after && <span aria-hidden="true">{after}</span>}
        </span>
      </div>
      <input
        type="range"
        min={min}
        max={sliderMax}
        step={step}
        defaultValue={start}
        autoComplete="off"
        aria-label={`${label}, ${unit}`}
        data-bill-input={input}
        className="sum-range"
      />
    </div>
  );
}
