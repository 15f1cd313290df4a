import type { ReactNode } from 'react';
import { brand } from '#contract/brand.ts';

export interface BillLine {
  label: string;
  value: ReactNode;
  isTotal?: boolean;
  /** It changes under the visitor's hands, and is then read out whole: a sum alone says not of what. */
  isLive?: boolean;
}

interface BillProps {
  heading: string;
  lines: readonly BillLine[];
  foot: string;
  className?: string;
}

/** What a night leaves behind: a receipt in monospace, torn at both ends. Renders a `div`. */
export function Bill({ heading, lines, foot, className = '' }: BillProps) {
  return (
    <div className={`bill ${className}`}>
      <p className="text-center text-lg tracking-[.3em] uppercase">{brand.name}</p>
      <p className="mt-1 text-center uppercase">{brand.launch.city}</p>
      <p className="bill-rule mt-5 pt-5 uppercase">{heading}</p>
      <dl className="mt-5">
        {lines.map(({ label, value, isTotal, isLive }) => (
          <div
            key={label}
            className={`bill-line ${isTotal ? 'bill-rule mt-5 pt-5 font-bold' : 'mt-1.5'}`}
            {...(isLive && { 'aria-live': 'polite', 'aria-atomic': true })}
          >
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="bill-rule mt-5 pt-5 text-center uppercase">{foot}</p>
    </div>
  );
}
