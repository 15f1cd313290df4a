import { type WaveCount, type WaveShown, waveCounts, waveName } from '#contract/wave-counts.ts';
import { waves as readWaves } from '#server/operator/calls/waves.ts';
import { defineCommand } from './command.ts';
import { type Column, formatTable } from './table.ts';

const defaultLast = 10;

const columns: readonly Column<WaveShown>[] = [
  { title: 'Made', cell: ({ atMs }, { calendar }) => calendar.formatTime(atMs) },
  { title: 'Decision', cell: waveName },
  { title: 'By', shrinks: true, cell: ({ by }) => by },
  ...(Object.keys(waveCounts) as WaveCount[]).map((name) => ({
    title: waveCounts[name].title,
    alignRight: true,
    cell: ({ counts }: WaveShown) => counts[name],
  })),
  { title: 'Wave', cell: ({ id }) => id },
];

export const waves = defineCommand({
  summary: 'List the waves of applicants, the newest first, and how their people stand now',
  options: { last: { value: 'N', isNumber: true, about: `the last N; ${defaultLast} by default` } },
  details:
    'Whoever has joined is no longer counted as told, or by their answer. "list --wave ID" has the people of a wave, with --told, --answer and --review those of a column; "reopen --wave ID" takes it back while nobody was told.',
  examples: ['', '--last 3 --json'],
  async run({ last = defaultLast }, _positionals, context) {
    const found = await context.make(readWaves, { limit: last });
    const text = found.length === 0 ? 'There are no waves.\n' : formatTable(columns, found, context);
    await context.answer({ waves: found }, text);
  },
});
