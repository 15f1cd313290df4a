import type { QuarantineReason } from '#contract/quarantine.ts';
import type { DailyHasher } from './address-hash.ts';
import { type Attempt, type CountKey, keysOf } from './count-keys.ts';
import type { Counter } from './counter.ts';
import { bytesBesideBody, floodedAbove, type Limit, windowsMs } from './limits.ts';

export interface Verdict {
  /** Keyed hash of the address; null where it is not known. */
  addressHash: string | null;
  /** Whole seconds after which the sender may try again; null: the submission is taken. */
  retryAfterS: number | null;
  quarantineReason: QuarantineReason | null;
  /**
   * An idempotency key in place of the missing one: the same for the same `content` from the same address within a
   * minute.
   */
  repeatKey: string | null;
  /** Call it when the attempt was not stored after all, and no fault of its own content was why. */
  uncount(): void;
}

/** Takes, quarantines or refuses an attempt. Never rejects: a limit that cannot be counted costs nobody a submission. */
export type AbuseCheck = (attempt: Attempt) => Promise<Verdict>;

/** What is counted under one key. */
type Tally = Pick<Limit, 'counted' | 'within'> & { of: CountKey };

const deliveredFromAll: Tally = { of: 'all', counted: 'delivered', within: '10 minutes' };
const storedFromNetwork: Tally = { of: 'network', counted: 'stored', within: 'hour' };
const repeats: Tally = { of: 'repeat', counted: 'stored', within: 'minute' };

export function createAbuseCheck(options: {
  limits: readonly Limit[];
  counter: Counter;
  readHasher: DailyHasher;
  /** Asks about the disk of the embedded store; without it the disk is no limit. */
  isDiskLow?: () => boolean;
}): AbuseCheck {
  const { limits, counter, readHasher, isDiskLow = () => false } = options;
  return async (attempt) => {
    const hash = await readHasher();
    const { addressHash, keys } = keysOf(attempt, hash);
    const nameOf = ({ of, counted, within }: Tally): string => `${keys[of]} ${counted} ${within}`;
    const isLow = isDiskLow();
    const own = limits.filter(
      ({ of, only }) => keys[of] && (only !== 'IPv6' || keys.site) && (only !== 'low disk' || isLow),
    );
    const tallies: Tally[] = [...own, deliveredFromAll, storedFromNetwork, ...(keys.repeat ? [repeats] : [])];
    const byName = new Map(tallies.map((tally) => [nameOf(tally), tally]));
    const names = [...byName.keys()];
    const amountOf = ({ counted }: Tally): number =>
      counted === 'quarantined bytes' ? attempt.bytes + bytesBesideBody : 1;

    const { waitMs, reason, added } = await counter.update(names, (counts) => {
      const read = (tally: Tally) => {
        const { count, msLeft } = counts.read(nameOf(tally));
        return { count: count + amountOf(tally), msLeft };
      };
      const decision = applyLimits(own, read, attempt.honeypotFilled);
      const outcome = decision.reason === null ? 'delivered' : 'quarantined';
      const counted = [...byName].filter(
        ([, tally]) =>
          decision.waitMs === 0 && (tally.counted === 'stored' || tally.counted.startsWith(outcome)),
      );
      const added = counted.map(([name, tally]) => {
        const amount = amountOf(tally);
        return { name, amount, startedAtMs: counts.add(name, windowsMs[tally.within], amount) };
      });
      return { ...decision, added };
    });

    const repeated = keys.repeat && added.find(({ name }) => name === nameOf(repeats));
    return {
      addressHash,
      retryAfterS: waitMs > 0 ? Math.max(1, Math.ceil(waitMs / 1_000)) : null,
      quarantineReason: waitMs > 0 ? null : reason,
      repeatKey: repeated ? `${repeated.name} ${repeated.startedAtMs}` : null,
      uncount() {
        if (added.length === 0) return;
        void counter.update(names, (counts) => {
          for (const { name, startedAtMs, amount } of added) counts.takeBack(name, startedAtMs, amount);
        });
      },
    };
  };
}

/**
 * The one loop over the table.
 *
 * @param read the count that this attempt would make, and until when the window lasts
 * @returns `waitMs` 0: it is taken; `reason` null: it is delivered
 */
function applyLimits(
  limits: readonly Limit[],
  read: (tally: Tally) => { count: number; msLeft: number },
  honeypotFilled: boolean,
): { waitMs: number; reason: QuarantineReason | null } {
  const isFlooded = read(deliveredFromAll).count > floodedAbove;
  const isFirst = read(storedFromNetwork).count === 1;
  let waitMs = 0;
  let reason: QuarantineReason | null = honeypotFilled ? 'honeypot' : null;
  let reasonEndsInMs = honeypotFilled ? Number.POSITIVE_INFINITY : 0;
  for (const limit of limits) {
    const isOfQuarantine = limit.counted.startsWith('quarantined');
    if (isOfQuarantine && reason === null) continue;
    if ((limit.only === 'flooded' && !isFlooded) || (limit.only === 'not first' && isFirst)) continue;
    const { count, msLeft } = read(limit);
    if (count <= limit.max) continue;
    if (limit.action === 'refuse') {
      // When the reason has ended, the quarantine needs no room.
      waitMs = Math.max(waitMs, isOfQuarantine ? Math.min(msLeft, reasonEndsInMs) : msLeft);
    } else {
      reason ??= limit.action;
      reasonEndsInMs = Math.max(reasonEndsInMs, msLeft);
    }
  }
  return { waitMs, reason };
}
