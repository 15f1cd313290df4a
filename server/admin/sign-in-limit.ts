import { networksOf } from '#server/abuse/client-address.ts';
import { createMemoryCounter } from '#server/abuse/counter.ts';

const windowMs = 60_000;
/** Of one address. */
const maxTries = 20;
/** Of all addresses together: what is recorded, so that nobody fills the store. */
const maxRecorded = 30;

export type SignInLimit = ReturnType<typeof createSignInLimit>;

export function createSignInLimit() {
  const counter = createMemoryCounter();
  return {
    /**
     * Counts a try of this address: a link that was refused, or an answer of the provider before the provider is
     * asked about it. Right links are never refused: nobody guesses 256 bits, and so nobody can lock out the team.
     * `retryAfterS` null: below the limit. `isRecorded`: it may be added to the store and the log when it is refused.
     */
    async count(address: string) {
      const sender = networksOf(address).address;
      return counter.update([sender, 'all'], (counts) => {
        const { count, msLeft } = counts.read(sender);
        counts.add(sender, windowMs, 1);
        if (count >= maxTries) return { retryAfterS: Math.ceil(msLeft / 1_000), isRecorded: false };
        const all = counts.read('all').count;
        counts.add('all', windowMs, 1);
        return { retryAfterS: null, isRecorded: all < maxRecorded };
      });
    },
    close: () => counter.close(),
  };
}
