/**
 * The numbers that the visitor sets, with their limits: of the box, what the bill has room for; `sliderMax`: of the
 * slider. Dollars are Australian.
 */
export const billLimits = {
  menuValue: { min: 0, max: 9999, sliderMax: 1000, step: 5, start: 200 },
  costPercent: { min: 0, max: 100, sliderMax: 100, step: 1, start: 30 },
} as const;

export type BillInput = keyof typeof billLimits;

/**
 * The number that a person means, within its limits: `1,000`, `$250`, `1 000`, `12,5 %`, `1k`, `1e3`. In money, a
 * separator before exactly three digits separates thousands, except after a single 0. Undefined where there is no
 * number, or more than one.
 */
export function readAmount(input: BillInput, typed: string): number | undefined {
  const { min, max } = billLimits[input];
  // Digits of other widths and spaces of other kinds become the usual ones.
  const [, found, rest = ''] =
    typed.normalize('NFKC').match(/(-?\s?[.,]?\d(?:[\d.,\s'’]*\d)?)[.,\s'’]*(.*)/) ?? [];
  const exponent = /^k\b/i.test(rest) ? '3' : (/^e\+?(\d)$/i.exec(rest)?.[1] ?? '0');
  if (found === undefined || (exponent === '0' && /\d/.test(rest))) return undefined;
  const digits = found.replace(/[\s'’]/g, '');
  const isThousands = input === 'menuValue' && /^-?[1-9]\d{0,2}(?:[.,]\d{3})+(?:[.,]\d{1,2})?$/.test(digits);
  const whole = isThousands ? digits.replace(/[.,](?=\d{3}(?!\d))/g, '') : digits;
  // Of several separators only the last one can be the decimal point.
  const plain = whole.replace(/[.,](?=.*[.,])/g, '').replace(',', '.');
  return Math.min(max, Math.max(min, Number(`${plain}e${exponent}`)));
}

/** Cost of goods in dollars, to the cent. */
export const costOfGoods = (menuValue: number, costPercent: number): number =>
  Math.round(menuValue * costPercent) / 100;

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });

export const formatDollars = (amount: number): string => dollars.format(amount);
