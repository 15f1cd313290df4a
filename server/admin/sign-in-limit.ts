import { networksOf } from '#server/abuse/client-address.ts';
import { createMemoryCounter } from '#server/abuse/counter.ts';
import type { SignInWay } from '#server/store/sign-in.ts';

const windowMs = 60_000;
/** The tries of one address, and of an IPv6 /56, which is often one household. */
const maxTries = { address: 20, site: 40 } as const;
/** The provider is asked this often for all addresses together, so that it does not refuse this server. */
const maxAsked = 200;
/** So many tries of all addresses together are recorded, so that nobody fills the store. */
const maxRecorded = 30;

export type SignInLimit = ReturnType<typeof createSignInLimit>;

export function createSignInLimit() {
  const counter = createMemoryCounter();
  return {
    /**
     * Counts a try of this address: a link that was refused, or an answer of the provider before the provider is
     * asked about it. Right links are never refused: nobody guesses 256 bits, and so nobody can lock out the team.
     * `retryAfterS` null: below the limits. `isRecorded`: it may be added to the store and the log when it is refused.
     */
    async count(address: string, by: SignInWay) {
      const sender = networksOf(address);
      const ofSender = [
        { key: sender.address, max: maxTries.address },
        ...(sender.site === null ? [] : [{ key: sender.site, max: maxTries.site }]),
      ];
      const limits = [...ofSender, ...(by === 'provider' ? [{ key: by, max: maxAsked }] : [])];
      return counter.update([...limits.map(({ key }) => key), 'all'], (counts) => {
        const waitsMs = limits.map(({ key, max }) => {
          const { count, msLeft } = counts.read(key);
          return count >= max ? msLeft : 0;
        });
        for (const { key } of ofSender) counts.add(key, windowMs, 1);
        const waitMs = Math.max(...waitsMs);
        if (waitMs > 0) return { retryAfterS: Math.ceil(waitMs / 1_000), isRecorded: false };
        if (by === 'provider') counts.add(by, windowMs, 1);
        const all = counts.read('all').count;
        counts.add('all', windowMs, 1);
        return { retryAfterS: null, isRecorded: all < maxRecorded };
      });
    },
    close: () => counter.close(),
  };
}
