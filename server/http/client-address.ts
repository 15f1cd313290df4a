import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

/** `false`: nobody's forwarded address is believed; a number: that many proxies stand in front; else their addresses. */
export type TrustProxy = false | number | readonly string[];

const dayMs = 86_400_000;

/** In the form that Fastify's `trustProxy` takes. */
export function toFastifyTrustProxy(
  trustProxy: TrustProxy,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (trustProxy === false) return false;
  // Hop 0 is the socket's own peer.
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return [...trustProxy];
}

/**
 * Keyed hash of a sender's address; null for what is no address. The key lives in memory for one
 * UTC day, so that no hash can be turned back into an address later. An IPv6 sender is its /64,
 * because whoever has one address of a /64 has them all.
 */
export function createAddressHasher(now: () => number = Date.now): (address: string) => string | null {
  let day = -1;
  let key = randomBytes(0);
  return (address) => {
    const network = networkOf(address);
    if (network === null) return null;
    const today = Math.floor(now() / dayMs);
    if (today !== day) {
      day = today;
      key = randomBytes(32);
    }
    return createHmac('sha256', key).update(network).digest('base64url');
  };
}

/** An IPv4 address as it is, the first 64 bits of an IPv6 one; null when it is neither. */
export function networkOf(address: string): string | null {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (isIP(mapped ?? bare) === 4) return mapped ?? bare;
  if (isIP(bare) !== 6) return null;
  // The URL parser writes an IPv6 address in its one canonical form, hexadecimal throughout.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':');
}
