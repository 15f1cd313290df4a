import { describeDelivery } from '#contract/channels.ts';
import type { Resumed } from '#server/store/job.ts';
import type { OperatorStore, Retried } from '#server/store/operator-store.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { count, parseReference, requireRecord } from './records.ts';
import { formatAge } from './time.ts';

export const retry = defineCommand({
  summary: 'Send now: resume halted and paused channels and letters, and send waiting or parked ones again',
  positionals: '[ID]',
  options: { parked: { type: 'boolean', about: 'all messages and letters that were refused for good' } },
  printsJson: true,
  details:
    'Without ID and --parked it resumes halted and paused channels and letters, and makes all waiting messages and all letters that wait for another try due now. The running server sends them within five seconds, at its usual pace.',
  examples: ['', '17', '--parked'],
  async run({ parked }, [reference], context) {
    if (parked && reference !== undefined) throw new UsageError('Give either an ID or --parked, not both.');
    const wanted = reference === undefined ? null : parseReference(reference);
    const store = await context.openStore();
    const done =
      wanted === null
        ? await store.retryJobs({ states: [parked === true ? 'parked' : 'waiting'] })
        : await retryOne(store, wanted);
    if (context.json) return context.printJson(done);
    for (const line of done.resumed.flatMap(describeResumed)) await context.print(`${line}\n`);
    const counts = done.dueNow.map((due) =>
      due.channel === 'letters'
        ? count(due.count, 'letter')
        : `${count(due.count, 'message')} on the ${due.channel} channel`,
    );
    await context.print(
      counts.length === 0 ? 'Nothing is waiting to be sent.\n' : `${counts.join(' and ')} due now.\n`,
    );
  },
});

/** A submission's message, and the letter to its person. */
async function retryOne(store: OperatorStore, wanted: SubmissionReference): Promise<Retried> {
  const { sequence, delivery } = await requireRecord(store, wanted);
  const done = await store.retryJobs({ about: { sequence }, states: ['waiting', 'parked'] });
  if (done.dueNow.length === 0) {
    throw new CommandError(
      `The message of #${sequence} is neither waiting nor parked: it is ${describeDelivery(delivery.state)}. No letter to its person is waiting or parked.`,
    );
  }
  return done;
}

/** A shorter pause is only the pace between two messages, and is not reported. */
const shortestPauseMs = 2_000;

function describeResumed({ channel, haltedReason, pausedMs }: Resumed): string[] {
  const name = channel === 'letters' ? 'Sending letters' : `The ${channel} channel`;
  return [
    ...(haltedReason === null ? [] : [`${name} is resumed. It was halted: ${haltedReason}.`]),
    ...(pausedMs < shortestPauseMs
      ? []
      : [`The pause of ${name.toLowerCase()} is ended; ${formatAge(pausedMs)} of it were left.`]),
  ];
}
