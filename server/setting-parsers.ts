import { isIP } from 'node:net';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import { readDatabaseUrls } from '#server/store/postgres/database-url.ts';

/** A setting's value, or what is wrong with it, as the end of a sentence that begins with its name. */
export type Parsed<Value> = { value: Value } | { problem: string };

export function parseWholeNumber(text: string, min: number, max: number): Parsed<number> {
  const isInRange = /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return isInRange ? { value: Number(text) } : { problem: `must be a whole number from ${min} to ${max}.` };
}

export function parseChoice<Choice extends string>(text: string, choices: readonly Choice[]): Parsed<Choice> {
  const choice = choices.find((candidate) => candidate === text);
  return choice === undefined ? { problem: `must be one of ${choices.join(', ')}.` } : { value: choice };
}

/** A host name or an address, as `listen` takes it. The start finds out whether this machine has it. */
export function parseHost(text: string): Parsed<string> {
  const isHostName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i.test(text);
  if (isIP(text) !== 0 || isHostName) return { value: text };
  return {
    problem:
      'must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for every network.',
  };
}

export function parseDatabaseUrl(text: string): Parsed<string> {
  if (readDatabaseUrls(text) !== null) return { value: text };
  return {
    problem:
      'must look like postgres://user:password@host:5432/name (percent-encode special characters in the password); leave it out to use the embedded store.',
  };
}

/** The origin of an address without a path. */
export function parseOrigin(text: string): Parsed<string> {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // An asterisk is refused: no browser sends one in an origin, so as a pattern it would match nothing.
  const isOne = url && isWeb && !url.hostname.includes('*');
  return isOne && url.pathname === '/' && !url.search && !url.hash && !url.username
    ? { value: url.origin }
    : { problem: 'must be an origin such as https://example.com, without a path.' };
}

/** The origin of the address of a backend, which may have a path. */
export function parseBackendUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:'
    ? { value: url.origin }
    : { problem: 'must be an address such as https://backend.example.com; leave it out to use this server.' };
}

/** A proxy that calls go out through, perhaps with a user name and a password. */
export function parseProxyUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:'
    ? { value: text }
    : {
        problem:
          'must be the address of a proxy such as http://proxy.example.com:3128; leave it out for none.',
      };
}

/** The time zone under its canonical name. */
export function parseTimeZone(text: string): Parsed<string> {
  try {
    return { value: new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: 'must be the name of a time zone, such as Australia/Sydney or UTC.' };
  }
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Slack's hosts for incoming webhooks; the second is GovSlack's. https://docs.slack.dev/govslack */
const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];

/** An incoming webhook of Slack (https://hooks.slack.com/services/T…/B…/…), or a stand-in for Slack on this machine. */
export function parseWebhookUrl(text: string): Parsed<string> {
  const problem = findWebhookProblem(text);
  if (problem === null) return { value: text };
  return {
    problem: `${problem}. Copy it from Slack ("Incoming Webhooks" of your app): https://hooks.slack.com/services/… Leave it out to store the submissions and send them later.`,
  };
}

function findWebhookProblem(text: string): string | null {
  const url = URL.parse(text);
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

/** Of a Slack app: 32 hexadecimal digits. */
export function parseSigningSecret(text: string): Parsed<string> {
  if (/^[0-9a-f]{32}$/.test(text)) return { value: text };
  return {
    problem:
      'must be the signing secret of your Slack app, 32 characters of 0-9 and a-f: "Basic Information" of your app, under "App Credentials". Leave it out for messages without buttons.',
  };
}

/** Names that proxy-addr, which Fastify uses, gives to ranges. */
const proxyRangeNames = ['loopback', 'linklocal', 'uniquelocal'];
/** Smallest prefix lengths: a larger range is no network of proxies. 10.0.0.0/8 and fc00::/7 are accepted. */
const minProxyBits = { 4: 8, 6: 7 } as const;

/** `off`, or addresses and ranges of proxies, separated by commas or spaces. */
export function parseTrustProxy(text: string): Parsed<TrustProxy> {
  if (text === 'off') return { value: false };
  const addresses = splitList(text);
  const problem = addresses.map(findProxyProblem).find((found) => found !== null);
  if (problem === undefined) return { value: addresses };
  return {
    problem: `has an item that cannot be used: ${problem}. It must be off, loopback, or a list of addresses or ranges such as 10.0.0.0/8: those of the proxies in front, not how many there are.`,
  };
}

function findProxyProblem(item: string): string | null {
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
  // All IPv4 addresses in their IPv6 form are in ::ffff:0:0/96.
  const isMapped = new URL(`http://[${address}]`).hostname.startsWith('[::');
  return isMapped ? 96 + minProxyBits[4] : minProxyBits[6];
}

export const splitList = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '');
