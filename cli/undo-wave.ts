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

/** Takes back the decisions of a wave that can be: a store's `readWave` says which. */
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
  if (people.length === 0) throw nothingToUndo(found);
  const what = `Take ${countOf(people.length, 'decision')} back?${describeOthers(found, people.length)} Letters that wait are stopped.`;
  if (isDryRun) {
    return context.answer(
      { dryRun: true, people },
      `${formatTable(columns, people, context)}\nNothing was changed. Without --dry-run: ${what}\n`,
    );
  }
  await confirm(what, yes, context, people.length);
  let undone = 0;
  let step: Undoable & { undone: number; left: number };
  do {
    step = await context.make(undoCall, { waveId: wave });
    undone += step.undone;
    if (undone === 0) throw nothingToUndo(step);
    context.progress(`${undone.toLocaleString('en')} of ${countOf(people.length, 'decision')}`);
  } while (step.left > 0);
  const { told, decisions } = step;
  await context.answer(
    { undone, sent: told, overtaken: decisions - told - undone },
    `${countOf(undone, 'decision')} taken back.${describeOthers(step, undone)}\n`,
  );
}

type Undoable = Omit<Wave, 'people'>;

const nothingToUndo = (undoable: Undoable): CommandError =>
  new CommandError(`Nothing of this wave can be taken back.${describeOthers(undoable, 0)}`);

/** Why the other decisions of the wave are not taken back. */
function describeOthers({ decisions, told, sent }: Undoable, takenBack: number): string {
  if (told > 0 && sent.length === 0)
    return ` ${told} of ${decisions} of this wave were told, or are being told. Those who wait become new with "reopen --told waiting" and the filters of the wave.`;
  const named = sent.map(({ sequence }) => (sequence === null ? 'somebody' : `#${sequence}`)).join(', ');
  const others = decisions - told - takenBack;
  return [
    told === 0 ? '' : ` Sent already, and not taken back: ${named}${told > sent.length ? ' …' : ''}.`,
    others === 0 ? '' : ` ${countOf(others, 'decision')} of it replaced by later ones.`,
  ].join('');
}
