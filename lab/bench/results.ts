import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const outputDir = path.join(import.meta.dirname, '..', '..', '.cache', 'bench');

/** One number beside what it is to reach. */
export interface Finding {
  /** Which page, route or case. */
  subject: string;
  measure: string;
  value: number;
  unit: string;
  /** Absent: reported without a target. */
  target?: { atMost: number } | { atLeast: number };
  /** Printed below the table: what a reader must know about this number. */
  note?: string;
}

export const isReached = ({ value, target }: Finding): boolean => {
  if (target === undefined) return true;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
};

/** Middle value; of an even number of values the mean of the middle two. NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export const formatNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
};

export const formatTarget = ({ target }: Finding): string =>
  target === undefined
    ? ''
    : 'atMost' in target
      ? `≤ ${formatNumber(target.atMost)}`
      : `≥ ${formatNumber(target.atLeast)}`;

/**
 * Prints the findings as one table and keeps them for `npm run bench`, which prints them all.
 * @param bench name of the bench: a second report under it replaces the first
 */
export async function tell(bench: string, title: string, findings: readonly Finding[]): Promise<void> {
  const notes = [...new Set(findings.flatMap(({ note }) => note ?? []))];
  const markOf = ({ note }: Finding) => (note === undefined ? '' : ` [${notes.indexOf(note) + 1}]`);
  const rows = findings.map((finding) => [
    finding.subject,
    finding.measure,
    `${formatNumber(finding.value)} ${finding.unit}`.trim(),
    formatTarget(finding),
    `${finding.target === undefined ? '' : isReached(finding) ? 'reached' : 'FALLS SHORT'}${markOf(finding)}`,
  ]);
  const table = [['', 'measure', 'found', 'target', ''], ...rows];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...table.map((row) => (row[at] ?? '').length)));
  console.log(`\n${title}`);
  for (const row of table)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const [at, note] of notes.entries()) console.log(`[${at + 1}] ${note}`);
  await mkdir(outputDir, { recursive: true });
  await writeFile(path.join(outputDir, `${bench}.json`), `${JSON.stringify({ title, findings }, null, 2)}\n`);
}
