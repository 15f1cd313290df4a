import { describeDelivery } from '#contract/channels.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { type Command, CommandError, defineCommand } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { count, parseTargets, requireRecord } from './records.ts';

/** Moved in one transaction, so that the server's own writes come in between. */
const batchSize = 500;

const quarantineOptions = {
  all: { type: 'boolean', about: 'all that are quarantined' },
  yes: yesOption,
} as const;

interface QuarantineMove {
  /** As in `Release 3 submissions?` */
  verb: string;
  done: string;
  move(store: OperatorStore, which: SubmissionReference | { limit: number }): Promise<number>;
}

/** A command that moves the named submissions; all of them are found before any of them is moved. */
const defineMove = ({
  verb,
  done,
  move,
  ...help
}: QuarantineMove & Pick<Command, 'summary' | 'details' | 'examples'>) =>
  defineCommand({
    ...help,
    positionals: 'ID…',
    options: quarantineOptions,
    printsJson: true,
    async run({ all, yes }, positionals, context) {
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
          context.progress(
            `${moved.toLocaleString('en')} of ${quarantinedCount.toLocaleString('en')} ${done}`,
          );
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
    },
  });

export const release = defineMove({
  verb: 'Release',
  done: 'released',
  move: (store, which) => store.release(which),
  summary: 'Release what is quarantined, discarded or parked: the messages are sent to Slack',
  details:
    '"list --state quarantined" lists them. A discarded or parked one can be released by its ID, too. The running server sends within five seconds, several submissions in one message.',
  examples: ['17', '17 18 23', '--all'],
});

export const discard = defineMove({
  verb: 'Discard',
  done: 'discarded',
  move: (store, which) => store.discard(which),
  summary: 'Discard quarantined or parked submissions: they stay stored and are never sent',
  details: '"release ID" undoes it; "prune" deletes discarded submissions when they are old.',
  examples: ['17', '17 18 23', '--all --yes'],
});
