import type { JobChannel } from '#contract/channels.ts';
import type { Claim, ClaimOptions, JobKind, JobOf } from '#server/store/job.ts';
import type { Store } from '#server/store/store.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';

/** Each channel with an address of its own. */
export const addressOf = (channel: JobChannel): string => `address of ${channel}`;

export async function connect(
  store: Store,
  channels: readonly JobChannel[] = ['waitlist', 'contact', 'changes', 'letters', 'clicks', 'notices'],
): Promise<void> {
  for (const channel of channels)
    await store.connectQueue({ address: addressOf(channel), channels: [channel], retriesParked: false });
}

/** Of the waitlist; no pace, a long claim, one at a time: a test names what differs. */
export function claimOptions({
  channel = 'waitlist',
  ...changes
}: Partial<ClaimOptions> & { channel?: JobChannel } = {}): ClaimOptions {
  return {
    address: addressOf(channel),
    channels: [channel],
    minIntervalMs: 0,
    claimMs: 60_000,
    digestAbove: 1_000_000,
    maxPerClaim: 10,
    ...changes,
  };
}

/** @throws when nothing is due */
export async function claimOne(
  store: Store,
  changes: Parameters<typeof claimOptions>[0] = {},
): Promise<Claim> {
  const { claim } = await store.claimJobs(claimOptions(changes));
  if (claim === null) throw new Error('Nothing was claimed.');
  return claim;
}

/** The only job of a claim. */
export function jobOf<Kind extends JobKind>(claim: Claim, kind: Kind): JobOf<Kind> {
  const [job] = claim.jobs;
  if (job?.kind !== kind) throw new Error(`It is a ${job?.kind}.`);
  return job as JobOf<Kind>;
}

/** Ids of what was claimed, in order. */
export const idsOf = (claim: Claim): string[] => claim.jobs.map(({ id }) => id);

export const finish = (store: Store, claim: Claim) => store.endClaim(claim, { outcome: 'delivered' });
export const park = (store: Store, claim: Claim, reason: string) =>
  store.endClaim(claim, { outcome: 'parked', reason });
export const halt = (store: Store, claim: Claim, reason: string) =>
  store.endClaim(claim, { outcome: 'halted', reason });
export const returnClaim = (store: Store, claim: Claim) => store.endClaim(claim, { outcome: 'returned' });
export const retry = (
  store: Store,
  claim: Claim,
  { delayMs = 0, pauseMs = 0, reason = 'slack_in_trouble 500', wasUnanswered = false } = {},
) => store.endClaim(claim, { outcome: 'retry', delayMs, pauseMs, reason, wasUnanswered });

export async function readChannel(store: Pick<Store, 'channelStates'>, channel: JobChannel = 'waitlist') {
  const states = await store.channelStates();
  return states.find((state) => state.channel === channel);
}

/** What was claimed of submissions, in order. */
export const submissionsOf = (claim: Claim): StoredSubmission[] =>
  claim.jobs.flatMap((job) => (job.kind === 'submission' ? job.submission : []));

/** Their numbers. */
export const numbersOf = (claim: Claim): number[] => submissionsOf(claim).map(({ sequence }) => sequence);
