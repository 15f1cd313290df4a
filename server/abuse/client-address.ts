import { isIP } from 'node:net';

/**
 * `false`: nobody's forwarded address is believed; else the addresses of the proxies whose is. A number
 * of proxies is not taken: whoever calls past them could write what it likes (CVE-2026-16732).
 */
export type TrustProxy = false | readonly string[];

/** In the form that Fastify's `trustProxy` takes. */
export function toFastifyTrustProxy(trustProxy: TrustProxy): false | string[] {
  return trustProxy === false ? false : [...trustProxy];
}

/**
 * An IPv4 address as it is, the first 64 bits of an IPv6 one, because whoever has one address of a
 * /64 has them all; null when it is neither, or not known:
 * a socket that was closed meanwhile has no address any more. Some proxies write a port behind it.
 */
export function networkOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  const [bare = ''] = (bracketed ?? withPort ?? address).split('%');
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
