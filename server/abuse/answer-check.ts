import type { DailyHasher } from './address-hash.ts';
import { networksOf } from './client-address.ts';
import type { Counter } from './counter.ts';
import { type Limit, windowsMs } from './limits.ts';

/** To one invitation in an hour: whoever has a link cannot fill the store or the channel. */
export const maxAnswersPerHour = 20;

export type AnswerCheck = ReturnType<typeof createAnswerCheck>;

/**
 * Counts the answers to invitations. From an address and its networks as many are taken in a minute as submissions,
 * and they are counted by themselves.
 *
 * @param limits of submissions
 */
export function createAnswerCheck({
  limits,
  counter,
  readHasher,
}: {
  limits: readonly Limit[];
  counter: Counter;
  readHasher: DailyHasher;
}) {
  /** Answers whole seconds after which the sender may try again; null: the answer is taken. */
  return async (address: string | undefined, letter: string): Promise<number | null> => {
    const hash = await readHasher();
    const networks = networksOf(address);
    const counted = limits.flatMap(({ of, counted: what, within, max, action, only }) => {
      if (of === 'email' || of === 'all' || what !== 'stored' || action !== 'refuse') return [];
      const network = only === 'IPv6' && networks.site === null ? null : networks[of];
      return network === null
        ? []
        : [{ key: `answers ${of} ${hash(network)}`, windowMs: windowsMs[within], max }];
    });
    counted.push({ key: `answers ${hash(letter)}`, windowMs: windowsMs.hour, max: maxAnswersPerHour });
    const keys = counted.map(({ key }) => key);
    return counter.update(keys, (counts) => {
      const waitsMs = counted.map(({ key, max }) => {
        const { count, msLeft } = counts.read(key);
        return count < max ? 0 : msLeft;
      });
      const waitMs = Math.max(...waitsMs);
      if (waitMs > 0) return Math.ceil(waitMs / 1_000);
      for (const { key, windowMs } of counted) counts.add(key, windowMs, 1);
      return null;
    });
  };
}
