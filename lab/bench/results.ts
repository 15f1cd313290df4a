export interface Finding {
  /** What was measured, with its unit. */
  measure: string;
  value: number;
  /** Absent: reported without a target. */
  target?: { atMost: number } | { atLeast: number };
}

/** Middle value; of an even number of values the mean of the middle two. NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

const formatNumber = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toPrecision(3);

/** Prints the findings as a table in Markdown, for a document. */
export function printFindings(title: string, findings: readonly Finding[]): void {
  console.log(`\n${title}\n\n| measure | found | goal |\n|---|---|---|`);
  for (const { measure, value, target } of findings) {
    const goal =
      target === undefined ? '' : 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
    console.log(`| ${measure} | ${formatNumber(value)} | ${goal} |`);
  }
}
