import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, formatNumber, formatTarget, isReached, outputDir } from './results.ts';

// One after the other: measured side by side they would measure each other.
const benches = [
  'visit/visit.ts',
  'submission.ts',
  'pages/pages.ts',
  'lighthouse/lighthouse.ts',
  'accept.ts',
  'backlog.ts',
  'applicants.ts',
  'console.ts',
  'console/show.ts',
];

await rm(outputDir, { recursive: true, force: true });
const broken: string[] = [];
for (const bench of benches) {
  console.log(`\n→ ${bench}`);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, bench)], { stdio: 'inherit' });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) broken.push(bench);
}

const names = await readdir(outputDir).catch(() => []);
const short: string[] = [];
for (const name of names.filter((each) => each.endsWith('.json'))) {
  const { title, findings }: { title: string; findings: Finding[] } = JSON.parse(
    await readFile(path.join(outputDir, name), 'utf8'),
  );
  for (const finding of findings.filter((each) => !isReached(each))) {
    const { subject, measure, value, unit, note } = finding;
    const found = `${formatNumber(value)} ${unit}`.trim();
    const because = note === undefined ? '' : `. ${note}`;
    short.push(`${title}: ${subject}, ${measure}: ${found} (${formatTarget(finding)})${because}`);
  }
}
console.log(short.length === 0 ? '\nEvery target is reached.' : `\nFalls short:\n  ${short.join('\n  ')}`);
for (const bench of broken) console.log(`Did not run to its end: ${bench}`);
process.exitCode = broken.length === 0 ? 0 : 1;
