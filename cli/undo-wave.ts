import type { Wave } from '#contract/answers.ts';
import { stateWord } from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import { undoWave as undoCall } from '#server/operator/calls/undo-wave.ts';
import { wave as readWave } from '#server/operator/calls/wave.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { type Column, formatTable } from './table.ts';

const columns: readonly Column<Wave['people'][number]>[] = [
  { title: 'No.', alignRight: true, cell: ({ sequence }) => String(sequence) },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Decision', cell: ({ from, to }) => `${stateWord(to)} → ${stateWord(from)}` },
];

/**
 * Takes every decision of a wave back, while nobody was told; of a wave that only sends letters, each whose letter was
 * not sent. People who were decided about since are left alone.
 */
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
  if (people.length === 0) throw refuse(found);
  const others = describeOthers(found, people.length);
  const what = `Take ${countOf(people.length, 'decision')} back?${others} Letters that wait are stopped.`;
  if (isDryRun) {
    return context.answer(
      { dryRun: true, people },
      `${formatTable(columns, people, context)}\nNothing was changed. Without --dry-run: ${what}\n`,
    );
  }
  await confirm(what, yes, context, people.length);
  let undone = 0;
  let left = people.length;
  let stands: Stands = found;
  while (left > 0) {
    const step = await context.make(undoCall, { waveId: wave });
    undone += step.undone;
    left = step.left;
    if (undone === 0) throw refuse(step);
    context.progress(`${undone.toLocaleString('en')} of ${countOf(people.length, 'decision')}`);
    stands = step;
  }
  const { told, decisions } = stands;
  await context.answer(
    { undone, sent: told, overtaken: decisions - told - undone },
    `${countOf(undone, 'decision')} taken back.${describeOthers(stands, undone)}\n`,
  );
}

type Stands = Omit<Wave, 'people'>;

/** Of the decisions that are not taken back: whose letter was sent, and how many were replaced. */
function describeOthers({ decisions, told, sent }: Stands, takenBack: number): string {
  const names = sent.map(({ sequence }) => `#${sequence}`).join(', ');
  const more = told > sent.length ? ` and ${countOf(told - sent.length, 'other')}` : '';
  const replaced = decisions - told - takenBack;
  return [
    told === 0 ? '' : ` Sent already, and not taken back: ${names}${more}.`,
    replaced === 0 ? '' : ` ${countOf(replaced, 'decision')} of it replaced by later ones.`,
  ].join('');
}

/** Why none of its decisions can be taken back. */
function refuse(stands: Stands): CommandError {
  const { told, decisions, sent } = stands;
  if (told === 0 || sent.length > 0)
    return new CommandError(`Nothing of this wave is left to take back.${describeOthers(stands, 0)}`);
  return new CommandError(
    `${told} of ${decisions} of this wave were told, or are being told, so it cannot be taken back as a whole. Nothing was changed. Those who wait are new again with "reopen", one by one or with "reopen --told waiting".`,
  );
}
