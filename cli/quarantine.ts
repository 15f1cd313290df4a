import { describeDelivery } from '#contract/channels.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { CommandError, type Context } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { count, parseTargets, requireRecord } from './records.ts';

/** Moved in one transaction, so that the server's own writes come in between. */
const batchSize = 500;

export const quarantineOptions = {
  all: { type: 'boolean', about: 'all that are quarantined' },
  yes: yesOption,
} as const;

interface QuarantineMove {
  /** As in `Release 3 submissions?` */
  verb: string;
  done: string;
  move(store: OperatorStore, which: SubmissionReference | { limit: number }): Promise<number>;
}

/** Moves the named submissions; all of them are found before any of them is moved. */
export async function moveFromQuarantine(
  { verb, done, move }: QuarantineMove,
  { all, yes }: { all?: boolean | undefined; yes?: boolean | undefined },
  positionals: readonly string[],
  context: Context,
): Promise<void> {
  const targets = parseTargets(positionals, all);
  const store = await context.openStore();
  let moved = 0;
  if (targets === 'all') {
    const states = await store.channelStates();
    const quarantinedCount = states.reduce((sum, { quarantined }) => sum + quarantined, 0);
    if (quarantinedCount > 0)
      await confirm(`${verb} ${count(quarantinedCount, 'quarantined submission')}?`, yes, context);
    while (moved < quarantinedCount) {
      const batch = await move(store, { limit: Math.min(batchSize, quarantinedCount - moved) });
      if (batch === 0) break;
      moved += batch;
      context.progress(`${moved.toLocaleString('en')} of ${quarantinedCount.toLocaleString('en')} ${done}`);
    }
    context.progress(null);
  } else {
    const records = await Promise.all(targets.map((target) => requireRecord(store, target)));
    const refused: string[] = [];
    for (const { sequence, delivery } of records) {
      const isMoved = (await move(store, { sequence })) > 0;
      if (isMoved) moved += 1;
      else refused.push(`#${sequence} is ${describeDelivery(delivery.state)}`);
    }
    if (refused.length > 0) {
      throw new CommandError(`${count(moved, 'submission')} ${done}, but ${refused.join(', ')}.`);
    }
  }
  if (context.json) return context.printJson({ [done]: moved });
  await context.print(`${count(moved, 'submission')} ${done}.\n`);
}
