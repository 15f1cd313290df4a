import type { ReactNode } from 'react';
import { brand } from '#contract/brand.ts';

export interface BillLine {
  label: string;
  value: ReactNode;
  isTotal?: boolean;
  /**
   * It changes while the visitor types. The whole line is announced, because the sum alone does not say what it is.
   */
  isLive?: boolean;
}

interface BillProps {
  heading: ReactNode;
  lines: readonly BillLine[];
  foot: string;
}

/** A receipt in monospace, torn at both ends. Renders a `div`. */
export function Bill({ heading, lines, foot }: BillProps) {
  return (
    <div className="bill">
      <p className="bill-name">{brand.name}</p>
      <p className="bill-city">{brand.launch.city}</p>
      <p className="bill-rule">{heading}</p>
      <dl className="bill-lines">
        {lines.map(({ label, value, isTotal, isLive }) => (
          <div
            key={label}
            className={`bill-line ${isTotal ? 'bill-rule bill-total' : ''}`}
            {...(isLive && { 'aria-live': 'polite', 'aria-atomic': true })}
          >
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="bill-rule bill-foot">{foot}</p>
    </div>
  );
}
