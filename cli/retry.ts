import type { Resumed } from '#server/store/operator-store.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { count, parseReference, requireRecord, stateLabel } from './records.ts';
import { formatAge } from './time.ts';

export const retry = defineCommand({
  summary: 'Send now: resume halted and paused channels, and send waiting or parked messages again',
  positionals: '[ID]',
  options: { parked: { type: 'boolean', about: 'all messages that Slack refused for good' } },
  printsJson: true,
  details:
    'Without ID and --parked it resumes halted and paused channels, and makes all waiting messages due now. The running server sends them within five seconds, at its usual pace.',
  examples: ['', '17', '--parked'],
  async run({ parked }, [reference], context) {
    if (parked && reference !== undefined) throw new UsageError('Give either an ID or --parked, not both.');
    const wanted = reference === undefined ? null : parseReference(reference);
    const store = await context.openStore();
    let resumed: Resumed[];
    let made: number;
    if (wanted === null) {
      resumed = await store.resumeChannels();
      made = await store.makeDueNow({ state: parked ? 'parked' : 'waiting' });
    } else {
      const record = await requireRecord(store, wanted);
      made = await store.makeDueNow({ sequence: record.sequence });
      if (made === 0) {
        throw new CommandError(
          `The message of #${record.sequence} is neither waiting nor parked: it is ${stateLabel(record.delivery.state)}.`,
        );
      }
      resumed = await store.resumeChannels([record.delivery.channel]);
    }
    if (context.json) return context.printJson({ resumedChannels: resumed, dueNow: made });
    for (const line of resumed.flatMap(describeResumed)) await context.print(`${line}\n`);
    await context.print(
      made === 0 ? 'No messages are waiting to be sent.\n' : `${count(made, 'message')} due now.\n`,
    );
  },
});

/** A shorter pause is the pace between two messages, and is not reported. */
const shortestPauseMs = 2_000;

function describeResumed({ channel, haltedReason, pausedMs }: Resumed): string[] {
  return [
    ...(haltedReason === null ? [] : [`The ${channel} channel is resumed. It was halted: ${haltedReason}.`]),
    ...(pausedMs < shortestPauseMs
      ? []
      : [`The ${channel} channel's pause is ended; ${formatAge(pausedMs)} of it were left.`]),
  ];
}
