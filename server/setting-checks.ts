import { isIP } from 'node:net';

/** A host name or an address, as `listen` takes it. Whether this machine has it, the start finds out. */
export function isHost(value: string): boolean {
  return (
    isIP(value) !== 0 || /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i.test(value)
  );
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Slack's hosts for incoming webhooks; the second is GovSlack's. https://docs.slack.dev/govslack */
const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];

/**
 * Why it is no incoming webhook of Slack's (https://hooks.slack.com/services/T…/B…/…) and no stand-in for
 * Slack on this machine; null when it is one.
 */
export function findWebhookProblem(value: string): string | null {
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'is not an https:// address';
  if (url.username !== '' || url.password !== '')
    return 'has a user name or a password in it, which no webhook has';
  if (isLoopbackHost(url.hostname)) return null;
  if (url.protocol !== 'https:') return 'is not an https:// address';
  if (!slackHosts.includes(url.host)) return "is not at Slack's host, hooks.slack.com";
  if (!/^\/services(\/[A-Za-z\d]+){3}$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    return 'is not a whole webhook address: behind /services/ it has three parts, and nothing else';
  }
  return null;
}

/** Names that proxy-addr, which Fastify uses, gives to ranges. */
const proxyRangeNames = ['loopback', 'linklocal', 'uniquelocal'];
/** Smallest prefix lengths: a larger range is no network of proxies. 10.0.0.0/8 and fc00::/7 are accepted. */
const minProxyBits = { 4: 8, 6: 7 } as const;

/** Why it is no address or range of proxies; null when it is. */
export function findProxyProblem(item: string): string | null {
  if (proxyRangeNames.includes(item)) return null;
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return `${item} is not an address or a range of addresses`;
  if (bits === undefined) return null;
  const most = version === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > most)
    return `${item} has no length from 0 to ${most} behind the slash`;
  if (Number(bits) < minBits(address, version)) return `${item} trusts almost every address there is`;
  return null;
}

function minBits(address: string, version: number): number {
  if (version === 4) return minProxyBits[4];
  // The IPv4 addresses in their IPv6 form, all of them, stand in ::ffff:0:0/96.
  const isMapped = new URL(`http://[${address}]`).hostname.startsWith('[::');
  return isMapped ? 96 + minProxyBits[4] : minProxyBits[6];
}

/** The time zone under its canonical name; null when the platform does not know it. */
export function findTimeZone(value: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
