import { randomUUID } from 'node:crypto';
import { channelTable, describeDelivery, isSubmissionChannel } from '#contract/channels.ts';
import { states } from '#contract/review.ts';
import { countOf, describeDuration } from '#contract/texts.ts';
import { type Retried, retry as retryCall } from '#server/operator/calls/retry.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { findNamed } from './records.ts';

export const retry = defineCommand({
  summary: 'Send now: resume halted and paused channels and letters, and send waiting or parked ones again',
  positionals: '[ID]',
  options: { parked: { about: 'all messages and letters that were refused for good' } },
  details:
    'Without ID and --parked it resumes halted and paused channels and letters, and makes all waiting messages and all letters that wait for another try due now. The running server sends them within five seconds, at its usual pace.',
  examples: ['', '17', '--parked'],
  async run({ parked }, [reference], context) {
    if (parked && reference !== undefined) throw new UsageError('Give either an ID or --parked, not both.');
    const record = reference === undefined ? null : (await findNamed(context, reference)).record;
    // With an ID these are its message and the letter to its person.
    const done = await context.make(retryCall, {
      changeId: randomUUID(),
      channel: null,
      about: record?.id ?? null,
      states: record === null ? [parked ? 'parked' : 'waiting'] : ['waiting', 'parked'],
    });
    const { letterAtMs } = done;
    if (record !== null && letterAtMs !== null && !context.json) {
      const { formatTime, timeZone } = context.calendar;
      const { command } = states[record.reviewState];
      await context.print(
        `The letter to #${record.sequence} waits for its time, ${formatTime(letterAtMs)} (${timeZone}). To send it now: ${command} ${record.sequence} --tell now\n`,
      );
      if (done.dueNow.length === 0) return;
    }
    if (record !== null && done.dueNow.length === 0 && letterAtMs === null) {
      throw new CommandError(
        `The message of #${record.sequence} is neither waiting nor parked: it is ${describeDelivery(record.delivery.state)}. No letter to its person is waiting or parked.`,
      );
    }
    const counts = done.dueNow.map(({ channel, count: jobs }) => {
      const where = isSubmissionChannel(channel) ? ` on the ${channel} channel` : '';
      return `${countOf(jobs, channelTable[channel].nouns)}${where}`;
    });
    const due = counts.length === 0 ? 'Nothing is waiting to be sent.' : `${counts.join(' and ')} due now.`;
    await context.answer(done, `${[...done.resumed.flatMap(describeResumed), due].join('\n')}\n`);
  },
});

/** A shorter pause is only the pace between two messages, and is not reported. */
const shortestPauseMs = 2_000;

function describeResumed({ channel, haltedReason, pausedMs }: Retried['resumed'][number]): string[] {
  const name = channel === 'letters' ? 'Sending letters' : `The ${channel} channel`;
  return [
    ...(haltedReason === null ? [] : [`${name} is resumed. It was halted: ${haltedReason}.`]),
    ...(pausedMs < shortestPauseMs
      ? []
      : [`The pause of ${name.toLowerCase()} is ended; ${describeDuration(pausedMs)} of it were left.`]),
  ];
}
