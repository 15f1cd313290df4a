import { networksOf } from '#server/abuse/client-address.ts';
import { createMemoryCounts } from '#server/abuse/memory-counts.ts';

const window = { name: 'sign-ins', ms: 60_000 };
/** Of one network. */
const mostTries = 20;
/** Of all addresses together: what is recorded, so that nobody fills the store. */
const mostRecorded = 30;

export interface SignInLimit {
  /**
   * Counts a try of this address: a link that was refused, or an answer of the provider before the provider is
   * asked about it. Right links are never refused: nobody guesses 256 bits, and so nobody can lock out the team.
   * `retryAfterS` null: below the limit. `isRecorded`: it may be added to the store and the log when it is refused.
   */
  count(address: string): Promise<{ retryAfterS: number | null; isRecorded: boolean }>;
  close(): Promise<void>;
}

/** @param now milliseconds; by default a clock that nobody can set */
export function createSignInLimit(now?: () => number): SignInLimit {
  const counts = createMemoryCounts(window.ms, now);
  return {
    async count(address) {
      const [{ name }] = networksOf(address);
      return counts.update([name, 'all'], (current) => {
        const { count, msLeft } = current.read(name, window);
        const all = current.read('all', window).count;
        current.add(name, window, 1);
        const isOver = count >= mostTries;
        if (!isOver) current.add('all', window, 1);
        return {
          retryAfterS: isOver ? Math.ceil(msLeft / 1_000) : null,
          isRecorded: !isOver && all < mostRecorded,
        };
      });
    },
    close: () => counts.close(),
  };
}
