import { isIP } from 'node:net';
import { isBrowserValidEmail } from '#contract/submission-schema.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import type { MailSender, MailServer } from '#server/mail/send-mail.ts';
import { readDatabaseUrls } from '#server/store/postgres/database-url.ts';

/** A setting's value, or what is wrong with it, as the end of a sentence that begins with its name. */
export type Parsed<Value> = { value: Value } | { problem: string };

/** Takes a text as it is when it is right. */
const takeIf =
  (isRight: (text: string) => boolean, problem: string) =>
  (text: string): Parsed<string> =>
    isRight(text) ? { value: text } : { problem };

export function parseWholeNumber(text: string, min: number, max: number): Parsed<number> {
  const isInRange = /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return isInRange ? { value: Number(text) } : { problem: `must be a whole number from ${min} to ${max}.` };
}

export function parseChoice<Choice extends string>(text: string, choices: readonly Choice[]): Parsed<Choice> {
  const choice = choices.find((candidate) => candidate === text);
  return choice === undefined ? { problem: `must be one of ${choices.join(', ')}.` } : { value: choice };
}

const hostName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;

/** A host name or an address, as `listen` takes it. The start finds out whether this machine has it. */
export const parseHost = takeIf(
  (text) => isIP(text) !== 0 || hostName.test(text),
  'must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for every network.',
);

export const parseDatabaseUrl = takeIf(
  (text) => readDatabaseUrls(text) !== null,
  'must look like postgres://user:password@host:5432/name (percent-encode special characters in the password); leave it out to use the embedded store.',
);

function parseWebUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

/** The origin of an address without a path. */
export function parseOrigin(text: string): Parsed<string> {
  const url = parseWebUrl(text);
  // An asterisk is refused: no browser sends one in an origin, so as a pattern it would match nothing.
  const isPlain = url?.pathname === '/' && !/\*/.test(url.hostname) && !url.search && !url.hash;
  return isPlain && !url.username
    ? { value: url.origin }
    : { problem: 'must be an origin such as https://example.com, without a path.' };
}

export function parseOrigins(text: string): Parsed<string[]> {
  const parsed = splitList(text).map(parseOrigin);
  return parsed.every((each) => 'value' in each)
    ? { value: parsed.map(({ value }) => value) }
    : { problem: 'must be origins such as https://example.com, without a path, separated by commas.' };
}

/** The origin of the address of a backend, which may have a path. */
export function parseBackendUrl(text: string): Parsed<string> {
  const url = parseWebUrl(text);
  return url === null
    ? { problem: 'must be an address such as https://backend.example.com; leave it out to use this server.' }
    : { value: url.origin };
}

/** A proxy that calls go out through, perhaps with a user name and a password. */
export const parseProxyUrl = takeIf(
  (text) => parseWebUrl(text) !== null,
  'must be the address of a proxy such as http://proxy.example.com:3128; leave it out for none.',
);

/** The time zone under its canonical name. */
export function parseTimeZone(text: string): Parsed<string> {
  try {
    return { value: new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone };
  } catch {
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
  const url = parseWebUrl(text);
  if (url === null) return 'is not an https:// address';
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
export const parseSigningSecret = takeIf(
  (text) => /^[0-9a-f]{32}$/.test(text),
  'must be the signing secret of your Slack app, 32 characters of 0-9 and a-f: "Basic Information" of your app, under "App Credentials". Leave it out for messages without buttons.',
);

/** A bot's token, not a user's, an app's or one that expires. https://docs.slack.dev/authentication/tokens */
export const parseBotToken = takeIf(
  (text) => /^xoxb-[A-Za-z\d-]{10,250}$/.test(text),
  'must be the bot token of your Slack app, which begins with xoxb-: "OAuth & Permissions" of your app, "Bot User OAuth Token".',
);

/** An id (`C…`, of old private channels `G…`), or a name as Slack makes them: without capitals, spaces and dots. */
export const parseSlackChannel = takeIf(
  (text) => /^[CG][A-Z\d]{7,20}$/.test(text) || /^#[^\s\p{Lu}#@.,:;<>&"'()[\]{}]{1,80}$/u.test(text),
  'must be the id of a channel such as C0123456789 (in Slack: the name of the channel, "About", at the end), or its name such as #waitlist.',
);

export const slackApiUrl = 'https://slack.com/api/';
/** The second is GovSlack's. https://docs.slack.dev/govslack */
const apiUrls = [slackApiUrl, 'https://slack-gov.com/api/'];

/** Ends with a slash; a method's name follows it. Only on this machine another API than Slack's own is used. */
export function parseSlackApiUrl(text: string): Parsed<string> {
  const url = parseWebUrl(text.endsWith('/') ? text : `${text}/`);
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && (apiUrls.includes(url.href) || isLoopbackHost(url.hostname))) return { value: url.href };
  return {
    problem: `must be ${slackApiUrl}, or the address of a stand-in for Slack on this machine; leave it out for Slack.`,
  };
}

/** Submission with TLS from the start, and with an upgrade: RFC 8314, 7.3, and RFC 6409, 3.1. */
const mailPorts = { 'smtps:': 465, 'smtp:': 587 } as const;
const encodingHint = 'a /, ? or # in the password is written %2F, %3F or %23';

/** `smtps://user:password@host:465` or `smtp://user:password@host:587`. */
export function parseSmtpUrl(text: string): Parsed<MailServer> {
  const url = URL.parse(text);
  if (url === null && /^smtps?:\/\/./i.test(text)) return wrongServer(`cannot be read; ${encodingHint}`);
  if (url === null || (url.protocol !== 'smtps:' && url.protocol !== 'smtp:'))
    return wrongServer('is not an address that begins with smtps:// or smtp://');
  if (!/^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/i.test(url.hostname))
    return wrongServer('names no host');
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '')
    return wrongServer(`has something behind the host; ${encodingHint}`);
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === null || password === null)
    return wrongServer('has a % in the user name or the password that is not written %25');
  if ((user === '') !== (password === ''))
    return wrongServer(`has a ${user === '' ? 'password' : 'user name'} without its counterpart`);
  const upgraded = isLoopbackHost(url.hostname) ? 'if offered' : 'required';
  return {
    value: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? mailPorts[url.protocol] : Number(url.port),
      tls: url.protocol === 'smtp:' ? upgraded : 'from the start',
      login: user === '' ? null : { user, password },
    },
  };
}

/** No part of the address is shown: the password may be anywhere in it. */
const wrongServer = (problem: string) => ({
  problem: `${problem}. It must look like smtps://user:password@smtp.example.com (or smtp://…:587), with special characters in the password percent-encoded; leave it out to send no letters.`,
});

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const maxNameCharacters = 100;

/** `hello@example.com` or `Name <hello@example.com>`. */
export function parseMailFrom(text: string): Parsed<MailSender> {
  const [, quoted, plain, address = text] = /^(?:"([^"]*)"|([^"<>]*?))\s*<([^<>\s]+)>$/.exec(text) ?? [];
  const name = (quoted ?? plain ?? '').trim();
  const isAddress = isBrowserValidEmail(address) && !/[^\p{ASCII}]/u.test(address);
  if (isAddress && !/\p{Cc}/u.test(name) && [...name].length <= maxNameCharacters)
    return { value: { name, address } };
  return { problem: 'must look like hello@example.com or Name <hello@example.com>.' };
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
