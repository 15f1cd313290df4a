import { stateLabel } from '#server/operator/record-words.ts';
import type { LettersResumed } from '#server/store/letter.ts';
import type { OperatorStore, Resumed } from '#server/store/operator-store.ts';
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
    const done = wanted === null ? await retryAll(store, parked === true) : await retryOne(store, wanted);
    if (context.json) return context.printJson(done);
    const { resumedChannels, dueNow, resumedLetters, lettersDueNow } = done;
    for (const line of resumedChannels.flatMap(describeResumed)) await context.print(`${line}\n`);
    if (resumedLetters !== null && resumedLetters.haltedReason !== null)
      await context.print(`Letters are resumed. They were halted: ${resumedLetters.haltedReason}.\n`);
    await context.print(
      dueNow === 0 && lettersDueNow === 0
        ? 'Nothing is waiting to be sent.\n'
        : `${[count(dueNow, 'message'), ...(lettersDueNow > 0 ? [count(lettersDueNow, 'letter')] : [])].join(' and ')} due now.\n`,
    );
  },
});

interface Retried {
  resumedChannels: Resumed[];
  dueNow: number;
  resumedLetters: LettersResumed | null;
  lettersDueNow: number;
}

async function retryAll(store: OperatorStore, parked: boolean): Promise<Retried> {
  return {
    resumedChannels: await store.resumeChannels(),
    dueNow: await store.makeDueNow({ state: parked ? 'parked' : 'waiting' }),
    resumedLetters: await store.resumeLetters(),
    lettersDueNow: await store.requeueLetters({ state: parked ? 'parked' : 'queued' }),
  };
}

/** A submission's message, and the letter to its person. */
async function retryOne(store: OperatorStore, wanted: SubmissionReference): Promise<Retried> {
  const { sequence, delivery } = await requireRecord(store, wanted);
  const dueNow = await store.makeDueNow({ sequence });
  const lettersDueNow = await store.requeueLetters({ sequence });
  if (dueNow === 0 && lettersDueNow === 0) {
    throw new CommandError(
      `The message of #${sequence} is neither waiting nor parked: it is ${stateLabel(delivery.state)}. No letter to its person is queued or parked.`,
    );
  }
  return {
    resumedChannels: dueNow === 0 ? [] : await store.resumeChannels([delivery.channel]),
    dueNow,
    resumedLetters: lettersDueNow === 0 ? null : await store.resumeLetters(),
    lettersDueNow,
  };
}

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
