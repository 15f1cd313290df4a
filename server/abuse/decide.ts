import type { Attempt, QuarantineReason } from './abuse-check.ts';
import type { Network } from './client-address.ts';
import { allKey } from './count-keys.ts';
import type { Counts, CountWindow } from './counts.ts';
import { type Limits, minuteShare } from './limits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** No count is kept for longer. */
export const longestWindowMs = hourMs;

const windows = {
  minute: { name: 'minute', ms: minuteMs },
  email: { name: 'email', ms: hourMs },
  delivered: { name: 'delivered', ms: 10 * minuteMs },
  flooded: { name: 'flooded', ms: hourMs },
  quarantined: { name: 'quarantined', ms: hourMs },
  quarantinedBytes: { name: 'quarantinedBytes', ms: hourMs },
} as const satisfies Record<string, CountWindow>;

export interface CountedNetwork extends Network {
  hash: string;
  key: string;
}

/** The attempt with the keys that it is counted under. */
export interface KeyedAttempt extends Attempt {
  networks: readonly CountedNetwork[];
  largestNetworkKey: string;
  emailKey: string;
}

interface Addition {
  key: string;
  window: CountWindow;
  amount: number;
}

export interface Decision {
  retryAfterS: number | null;
  quarantineReason: QuarantineReason | null;
  additions: readonly Addition[];
  /** When they were added, by the clock of the counts. */
  atMs: number;
}

/** Refuses without counting, or accepts and counts. */
export function decide(limits: Limits, counts: Counts, attempt: KeyedAttempt): Decision {
  const waitMs = waitForMinute(limits, counts, attempt);
  if (waitMs > 0) return refuse(counts, waitMs);
  const quarantineReason = findQuarantineReason(limits, counts, attempt);
  if (quarantineReason !== null) {
    const quarantineWaitMs = waitForQuarantine(limits, counts, attempt);
    if (quarantineWaitMs > 0) return refuse(counts, quarantineWaitMs);
  }
  const additions = [
    ...additionsOfAll(attempt),
    ...(quarantineReason === null
      ? additionsOfDelivered(limits, counts, attempt)
      : additionsOfQuarantined(attempt)),
  ];
  for (const { key, window, amount } of additions) counts.add(key, window, amount);
  return { retryAfterS: null, quarantineReason, additions, atMs: counts.nowMs };
}

function refuse(counts: Counts, waitMs: number): Decision {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1_000));
  return { retryAfterS, quarantineReason: null, additions: [], atMs: counts.nowMs };
}

/** Milliseconds until the attempt's networks may send again; 0: now. */
function waitForMinute({ addressPerMinute }: Limits, counts: Counts, { networks }: KeyedAttempt): number {
  if (addressPerMinute === 0) return 0;
  let waitMs = 0;
  for (const { key, size, isIpv4 } of networks) {
    // The addresses of an IPv4 /24 belong to many customers.
    if (isIpv4 && size !== 'address') continue;
    const { count, msLeft } = counts.read(key, windows.minute);
    if (count >= addressPerMinute * minuteShare[size]) waitMs = Math.max(waitMs, msLeft);
  }
  return waitMs;
}

function findQuarantineReason(
  limits: Limits,
  counts: Counts,
  { honeypotFilled, emailKey, networks }: KeyedAttempt,
): QuarantineReason | null {
  if (honeypotFilled) return 'honeypot';
  if (counts.read(emailKey, windows.email).count >= limits.emailPerHour) return 'email';
  const delivered = counts.read(allKey, windows.delivered).count;
  if (delivered >= limits.overloadThresholdPerTenMinutes) return 'overload';
  if (delivered < limits.floodThresholdPerTenMinutes) return null;
  const isFlooding = networks.some(
    ({ key, size }) => counts.read(key, windows.flooded).count >= limits.floodedPerHour[size],
  );
  return isFlooding ? 'address' : null;
}

/** Milliseconds until the quarantine takes more of this network; 0: now. */
function waitForQuarantine(
  { quarantinedPerHour: { fromNetwork, inAll } }: Limits,
  counts: Counts,
  { bytes, largestNetworkKey }: KeyedAttempt,
): number {
  let waitMs = 0;
  for (const [key, most] of [
    [largestNetworkKey, fromNetwork],
    [allKey, inAll],
  ] as const) {
    const submissions = counts.read(key, windows.quarantined);
    const stored = counts.read(key, windows.quarantinedBytes);
    if (submissions.count >= most.submissions) waitMs = Math.max(waitMs, submissions.msLeft);
    if (stored.count + bytes > most.bytes) waitMs = Math.max(waitMs, stored.msLeft);
  }
  return waitMs;
}

function additionsOfAll({ networks, honeypotFilled, emailKey }: KeyedAttempt): Addition[] {
  return [
    ...networks
      .filter(({ size, isIpv4 }) => size === 'address' || !isIpv4)
      .map(({ key }) => ({ key, window: windows.minute, amount: 1 })),
    // A filled honeypot must not count against the person whose email it used.
    ...(honeypotFilled ? [] : [{ key: emailKey, window: windows.email, amount: 1 }]),
  ];
}

function additionsOfDelivered(limits: Limits, counts: Counts, { networks }: KeyedAttempt): Addition[] {
  const isFlooded = counts.read(allKey, windows.delivered).count >= limits.floodThresholdPerTenMinutes;
  return [
    { key: allKey, window: windows.delivered, amount: 1 },
    ...(isFlooded ? networks.map(({ key }) => ({ key, window: windows.flooded, amount: 1 })) : []),
  ];
}

function additionsOfQuarantined({ bytes, largestNetworkKey }: KeyedAttempt): Addition[] {
  return [largestNetworkKey, allKey].flatMap((key) => [
    { key, window: windows.quarantined, amount: 1 },
    { key, window: windows.quarantinedBytes, amount: bytes },
  ]);
}
