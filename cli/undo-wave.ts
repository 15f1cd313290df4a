import type { Wave } from '#contract/answers.ts';
import { countOf } from '#contract/texts.ts';
import { undoWave as undoCall } from '#server/operator/calls/undo-wave.ts';
import { wave as readWave } from '#server/operator/calls/wave.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { type Column, formatTable } from './table.ts';

const columns: readonly Column<Wave['people'][number]>[] = [
  { title: 'No.', alignRight: true, cell: ({ sequence }) => String(sequence) },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Decision', cell: ({ from, to }) => `${to} → ${from}` },
];

/** Takes every decision of a wave back, while nobody was told. People who were decided about since are left alone. */
export async function undoWave(
  id: string,
  { 'dry-run': isDryRun, yes }: { 'dry-run'?: boolean | undefined; yes?: boolean | undefined },
  context: Context,
): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new UsageError(`${JSON.stringify(id)} is no wave: its id is printed when it is made.`);
  const wave = id.toLowerCase();
  const found = await context.make(readWave, { waveId: wave });
  if (found.decisions === 0) throw new CommandError(`There is no wave ${wave}.`);
  const { people } = found;
  // Reopening would take the decision back of which such a letter tells or reminds.
  const advice = people.every(({ from, to }) => from !== to)
    ? ' Those who wait are taken back one by one, or with "reopen --told waiting".'
    : '';
  requireNotTold(found, advice);
  const overtaken = describeOvertaken(found.decisions - people.length);
  if (people.length === 0) throw new CommandError(`Nothing of this wave is left to take back.${overtaken}`);
  const what = `Take ${countOf(people.length, 'decision')} back?${overtaken} Letters that wait are stopped.`;
  if (isDryRun) {
    return context.answer(
      { dryRun: true, people },
      `${formatTable(columns, people, context)}\nNothing was changed. Without --dry-run: ${what}\n`,
    );
  }
  await confirm(what, yes, context, people.length);
  let undone = 0;
  let left = people.length;
  while (left > 0) {
    const step = await context.make(undoCall, { waveId: wave });
    requireNotTold(step, advice);
    undone += step.undone;
    left = step.left;
    context.progress(`${undone.toLocaleString('en')} of ${countOf(people.length, 'decision')}`);
  }
  const since = found.decisions - undone;
  await context.answer(
    { undone, overtaken: since },
    `${countOf(undone, 'decision')} taken back.${describeOvertaken(since)}\n`,
  );
}

const describeOvertaken = (decisions: number): string =>
  decisions === 0 ? '' : ` ${countOf(decisions, 'decision')} of it replaced by later ones.`;

function requireNotTold({ told, decisions }: Pick<Wave, 'told' | 'decisions'>, advice: string): void {
  if (told === 0) return;
  throw new CommandError(
    `${told} of ${decisions} of this wave were told, or are being told, so it cannot be taken back as a whole. Nothing was changed.${advice}`,
  );
}
