/** What the visitor sets, and within what. Dollars are Australian. */
export const billLimits = {
  menuValue: { min: 0, max: 1000, step: 5, start: 200 },
  costPercent: { min: 0, max: 100, step: 1, start: 30 },
} as const;

export type BillInput = keyof typeof billLimits;

/** A typed number brought within its limits; text that is no number counts as the least. */
export const readAmount = (input: BillInput, typed: string): number => {
  const { min, max } = billLimits[input];
  const amount = Number.parseFloat(typed);
  return Number.isFinite(amount) ? Math.min(max, Math.max(min, amount)) : min;
};

/** Cost of goods in dollars, to the cent. */
export const costOfGoods = (menuValue: number, costPercent: number): number =>
  Math.round(menuValue * costPercent) / 100;

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });

export const formatDollars = (amount: number): string => dollars.format(amount);
