import { isIP } from 'node:net';

/**
 * `false`: forwarded addresses are ignored; else the addresses of the proxies whose forwarded addresses are
 * used. A number of proxies is not taken: a caller that reaches the server without them could write any
 * address (CVE-2026-16732).
 */
export type TrustProxy = false | string[];

/** The networks that an address belongs to, each in one spelling. */
interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 address: a host has a whole one. */
  address: string;
  /** An IPv6 /56; null with IPv4. */
  site: string | null;
  /** An IPv4 /24 or an IPv6 /48. */
  network: string;
}

/** Stands for every sender without a known address. */
export const unknownAddress = 'unknown';

/**
 * Whatever is no address counts as one network. A port behind the address, as some proxies write it, and a zone are
 * ignored.
 */
export function networksOf(address: string | undefined): Networks {
  const [, bracketed, withPort] =
    /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address ?? '') ?? [];
  const [bare = ''] = (bracketed ?? withPort ?? address ?? '').split('%');
  if (isIP(bare) === 4) return ipv4Networks(bare);
  if (isIP(bare) !== 6) return { address: unknownAddress, site: null, network: unknownAddress };
  const groups = ipv6Groups(bare);
  if (ipv4Prefixes.some((prefix) => prefix.every((group, index) => group === groups[index]))) {
    const [, , , , , , high = 0, low = 0] = groups;
    return ipv4Networks([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  return ipv6Networks(groups);
}

/**
 * Prefixes of the 32 bits of an IPv4 address: in IPv6 form (RFC 4291, 2.5.5.2), and behind a translator (RFC 6052),
 * which would otherwise put all visitors with IPv4 into one /64.
 */
const ipv4Prefixes = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

const ipv4Networks = (address: string): Networks => ({
  address,
  site: null,
  network: `${address.slice(0, address.lastIndexOf('.'))}.0/24`,
});

function ipv6Networks([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Networks {
  const prefix = (last: number, bits: number) =>
    `${[a, b, c, last].map((group) => group.toString(16)).join(':')}/${bits}`;
  return { address: prefix(d, 64), site: prefix(d & 0xff00, 56), network: prefix(0, 48) };
}

/** The eight 16-bit groups. The URL parser writes every spelling in one form, hexadecimal throughout. */
function ipv6Groups(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => Number.parseInt(group, 16));
}
