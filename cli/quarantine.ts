import { randomUUID } from 'node:crypto';
import { describeDelivery } from '#contract/channels.ts';
import { type QuarantineReason, quarantineReasons } from '#contract/quarantine.ts';
import { countOf } from '#contract/texts.ts';
import { discard as discardCall } from '#server/operator/calls/discard.ts';
import { overview } from '#server/operator/calls/overview.ts';
import { release as releaseCall } from '#server/operator/calls/release.ts';
import { type Command, CommandError, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { findNamed } from './records.ts';

/** Moved in one transaction, so that the server's own writes come in between. */
const batchSize = 500;

const reasonNames = Object.keys(quarantineReasons) as QuarantineReason[];

const quarantineOptions = {
  all: { about: 'all that are quarantined' },
  reason: {
    value: 'REASON',
    choices: reasonNames,
    about: `with --all, only of this reason: ${reasonNames.join(', ')}`,
  },
  yes: yesOption,
} as const;

interface QuarantineMove extends Pick<Command, 'summary' | 'details' | 'examples'> {
  call: typeof releaseCall | typeof discardCall;
  /** As in `Release 3 submissions?` */
  verb: string;
  done: string;
}

/** A command that moves the named submissions; all of them are found before any of them is moved. */
const defineMove = ({ call, verb, done, ...help }: QuarantineMove) =>
  defineCommand({
    ...help,
    positionals: 'ID…',
    options: quarantineOptions,
    async run({ all, yes, reason }, ids, context) {
      if (all && ids.length > 0) throw new UsageError('Give either IDs or --all, not both.');
      if (!all && ids.length === 0) throw new UsageError('Name submissions by number or id, or give --all.');
      if (reason !== undefined && !all) throw new UsageError('--reason belongs to --all.');
      const named = await Promise.all(ids.map((id) => findNamed(context, id)));
      const moveSome = async (choice: { ids: string[] } | { limit: number; reason: typeof reason }) =>
        (await context.make(call, { changeId: randomUUID(), ...choice })).moved;
      let moved = 0;
      if (all) {
        const { channels } = await context.make(overview, { weeks: 12 });
        const quarantinedCount = channels.reduce((sum, { quarantined }) => sum + quarantined, 0);
        if (quarantinedCount > 0)
          await confirm(
            reason === undefined
              ? `${verb} ${countOf(quarantinedCount, 'quarantined submission')}?`
              : `${verb} those of ${countOf(quarantinedCount, 'quarantined submission')} that have the reason ${reason}?`,
            yes,
            context,
          );
        while (moved < quarantinedCount) {
          const batch = await moveSome({ limit: Math.min(batchSize, quarantinedCount - moved), reason });
          if (batch === 0) break;
          moved += batch;
          const ofAll = reason === undefined ? ` of ${quarantinedCount.toLocaleString('en')}` : '';
          context.progress(`${moved.toLocaleString('en')}${ofAll} ${done}`);
        }
      }
      const refused: string[] = [];
      for (const { record } of named) {
        if ((await moveSome({ ids: [record.id] })) > 0) moved += 1;
        else refused.push(`#${record.sequence} is ${describeDelivery(record.delivery.state)}`);
      }
      if (refused.length > 0)
        throw new CommandError(`${countOf(moved, 'submission')} ${done}, but ${refused.join(', ')}.`);
      await context.answer({ [done]: moved }, `${countOf(moved, 'submission')} ${done}.\n`);
    },
  });

export const release = defineMove({
  call: releaseCall,
  verb: 'Release',
  done: 'released',
  summary: 'Release what is quarantined, discarded or parked: the messages are sent to Slack',
  details:
    '"held --state quarantined" lists them. A discarded or parked one can be released by its ID, too. The running server sends within five seconds, several submissions in one message.',
  examples: ['17', '17 18 23', '--all', '--all --reason overload'],
});

export const discard = defineMove({
  call: discardCall,
  verb: 'Discard',
  done: 'discarded',
  summary: 'Discard quarantined or parked submissions: they stay stored and are never sent',
  details: '"release ID" undoes it; "prune" deletes discarded submissions when they are old.',
  examples: ['17', '17 18 23', '--all --yes'],
});
