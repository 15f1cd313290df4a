import { isIP } from 'node:net';
import { z } from 'zod';
import { asciiEmail } from '#contract/submission-schema.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import { decode } from '#server/http/request-path.ts';
import type { MailSender, MailServer } from '#server/mail/send-mail.ts';
import { toAsciiLowerCase } from '#server/store/email-key.ts';
import { readDatabaseUrls } from '#server/store/postgres/database-url.ts';

type Refuse = (problem: string) => never;

/**
 * A form of settings. A problem is the end of a sentence that begins with the setting's name: what is wrong, and what
 * to write. It has no part of a value that may be secret.
 */
const form = <Value>(read: (text: string, refuse: Refuse) => Value) =>
  z.string().transform((text, context) =>
    read(text, (problem) => {
      context.addIssue(problem);
      return z.NEVER;
    }),
  );

export const text = z.string();

/** Text that is taken as it is when it is right. */
const textThat = (isRight: (text: string) => boolean, problem: string) => z.string().refine(isRight, problem);

export const wholeNumber = (min: number, max: number) =>
  form((text, refuse) => {
    const isInRange = /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max;
    return isInRange ? Number(text) : refuse(`must be a whole number from ${min} to ${max}.`);
  });

/** 0: any port. */
export const portOrOff = z.union(
  [z.literal('off'), wholeNumber(0, 65_535)],
  'must be a port from 0 to 65535, or off.',
);

export const onOrOff = z.enum(['on', 'off'], 'must be on or off.').transform((value) => value === 'on');

export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, `must be one of ${choices.join(', ')}.`);

const splitList = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '');

const hostName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;

/** A host name or an address, as `listen` takes it. The start finds out whether this machine has it. */
export const host = textThat(
  (text) => isIP(text) !== 0 || hostName.test(text),
  'must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for every network.',
);

export const databaseUrl = textThat(
  (text) => readDatabaseUrls(text) !== null,
  'must look like postgres://user:password@host:5432/name (percent-encode special characters in the password); leave it out to use the embedded store.',
);

/** Of a database, even a wrong one: no folder is made of it, which would show a password in its name. */
export const isAddress = (text: string): boolean => /^\w{2,}:|:\/\//.test(text);

export const copyTarget = textThat(
  (text) => !isAddress(text) || readDatabaseUrls(text) !== null,
  'must look like postgres://user:password@host:5432/name, or be a folder.',
);

function parseWebUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

/** null: not an origin. */
function readOrigin(text: string): string | null {
  const url = parseWebUrl(text);
  // An asterisk is refused: no browser sends one in an origin, so as a pattern it would match nothing.
  const isPlain = url?.pathname === '/' && !/\*/.test(url.hostname) && !url.search && !url.hash;
  return isPlain && !url.username ? url.origin : null;
}

const originLike = (example: string) =>
  form((text, refuse) => readOrigin(text) ?? refuse(`must be an origin such as ${example}, without a path.`));

export const origin = originLike('https://example.com');

/** The console's own. */
export const consoleOrigin = originLike('https://console.example.com').refine(
  (read) => isSafe(new URL(read)),
  'must begin with https://: without TLS everybody on the way could take over a session.',
);

export const origins = form((text, refuse) => {
  const read = splitList(text).map(readOrigin);
  return read.every((each) => each !== null)
    ? read
    : refuse('must be origins such as https://example.com, without a path, separated by commas.');
});

/** The origin of the address of a backend, which may have a path. */
export const backendOrigin = form(
  (text, refuse) =>
    parseWebUrl(text)?.origin ??
    refuse('must be an address such as https://backend.example.com; leave it out to use this server.'),
);

/** A proxy that calls go out through, perhaps with a user name and a password. */
export const proxyUrl = textThat(
  (text) => parseWebUrl(text) !== null,
  'must be the address of a proxy such as http://proxy.example.com:3128; leave it out for none.',
);

/** The time zone under its canonical name. */
export const timeZone = form((text, refuse) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return refuse('must be the name of a time zone, such as Australia/Sydney or UTC.');
  }
});

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

/** The second host is GovSlack's. https://docs.slack.dev/govslack */
const webhookAddress = /^https:\/\/hooks\.slack(-gov)?\.com\/services(\/[A-Za-z\d]+){3}$/;

/** An incoming webhook of Slack, or of a stand-in for Slack on this machine. */
export const slackWebhookUrl = textThat((text) => {
  const url = parseWebUrl(text);
  const isStandIn = url !== null && isLoopbackHost(url.hostname) && !url.username && !url.password;
  return isStandIn || webhookAddress.test(url?.href ?? '');
}, 'must be a whole webhook address, copied from Slack ("Incoming Webhooks" of your app): https://hooks.slack.com/services/… with three parts behind /services/. Leave it out to store the submissions and send them later.');

/** Loopback, private addresses, and names that only an own network knows. */
const innerHost =
  /^(localhost|[^.:]+|[^:]+\.(local|internal|lan|home\.arpa)|(127|10)\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|\[(::1|f[cd][\da-f]{2}:.*)\])$/;

/** A receiver of the operator's own, so inner addresses are right. */
export const webhookUrl = textThat((text) => {
  const url = parseWebUrl(text);
  const isPlain = url !== null && !url.username && !url.password && !url.hash;
  return isPlain && (url.protocol === 'https:' || innerHost.test(url.hostname));
}, 'must be an address that takes posts, such as https://n8n.example.com/webhook/… without a user name; http:// only inside the own network. Leave it out to send none.');

/** The bytes of a secret of Standard Webhooks: `whsec_` and base64 of 24 to 64 bytes. */
export const webhookSecret = form((text, refuse): Uint8Array => {
  const [, encoded = ''] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const isWhole = key.toString('base64') === encoded;
  if (isWhole && key.length >= 24 && key.length <= 64) return key;
  return refuse(
    'must be whsec_ and base64 of 24 to 64 bytes, the same as in the receiver. A new one: echo "whsec_$(openssl rand -base64 32)".',
  );
});

/** Of a Slack app: 32 hexadecimal digits. */
export const slackSigningSecret = textThat(
  (text) => /^[0-9a-f]{32}$/.test(text),
  'must be the signing secret of your Slack app, 32 characters of 0-9 and a-f: "Basic Information" of your app, under "App Credentials". Leave it out for messages without buttons.',
);

/** A bot's token, not a user's, an app's or one that expires. https://docs.slack.dev/authentication/tokens */
export const slackBotToken = textThat(
  (text) => /^xoxb-[A-Za-z\d-]{10,250}$/.test(text),
  'must be the bot token of your Slack app, which begins with xoxb-: "OAuth & Permissions" of your app, "Bot User OAuth Token".',
);

/** An id (`C…`, of old private channels `G…`), or a name as Slack makes them: without capitals, spaces and dots. */
export const slackChannel = textThat(
  (text) => /^[CG][A-Z\d]{7,20}$/.test(text) || /^#[^\s\p{Lu}#@.,:;<>&"'()[\]{}]{1,80}$/u.test(text),
  'must be the id of a channel such as C0123456789 (in Slack: the name of the channel, "About", at the end), or its name such as #waitlist.',
);

export const defaultSlackApiUrl = 'https://slack.com/api/';
/** The second is GovSlack's. https://docs.slack.dev/govslack */
const apiUrls = [defaultSlackApiUrl, 'https://slack-gov.com/api/'];

/** Ends with a slash; a method's name follows it. Only on this machine another API than Slack's own is used. */
export const slackApiUrl = form((text, refuse) => {
  const url = parseWebUrl(text.endsWith('/') ? text : `${text}/`);
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && (apiUrls.includes(url.href) || isLoopbackHost(url.hostname))) return url.href;
  return refuse(
    `must be ${defaultSlackApiUrl}, or the address of a stand-in for Slack on this machine; leave it out for Slack.`,
  );
});

/** Submission with TLS from the start, and with an upgrade: RFC 8314, 7.3, and RFC 6409, 3.1. */
const mailPorts = { 'smtps:': 465, 'smtp:': 587 } as const;
/** `smtps://user:password@host:465` or `smtp://user:password@host:587`. */
export const smtpUrl = form((text, refuse): MailServer => {
  const url = URL.parse(text);
  const [user, password] = [decode(url?.username ?? ''), decode(url?.password ?? '')];
  const isPlain = url !== null && /^\/?$/.test(url.pathname) && !url.search && !url.hash;
  if (
    !isPlain ||
    (url.protocol !== 'smtps:' && url.protocol !== 'smtp:') ||
    !/^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/i.test(url.hostname) ||
    user === null ||
    password === null ||
    (user === '') !== (password === '')
  )
    return refuse(
      'must look like smtps://user:password@smtp.example.com (or smtp://…:587), with both user name and password or neither, in which %, /, ? and # are written %25, %2F, %3F and %23; leave it out to send no letters.',
    );
  const upgraded = isLoopbackHost(url.hostname) ? 'if offered' : 'required';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? mailPorts[url.protocol] : Number(url.port),
    tls: url.protocol === 'smtp:' ? upgraded : 'from the start',
    login: user === '' ? null : { user, password },
  };
});

const maxNameCharacters = 100;

/** `hello@example.com` or `Name <hello@example.com>`. */
export const mailFrom = form((text, refuse): MailSender => {
  const [, quoted, plain, address = text] = /^(?:"([^"]*)"\s*|([^"<>]*))<([^<>\s]+)>$/.exec(text) ?? [];
  const name = (quoted ?? plain ?? '').trim();
  const isAddress = asciiEmail(address) === address;
  if (isAddress && !/\p{Cc}/u.test(name) && [...name].length <= maxNameCharacters) return { name, address };
  return refuse('must look like hello@example.com or Name <hello@example.com>.');
});

/** Names that proxy-addr, which Fastify uses, gives to ranges. */
const proxyRangeNames = ['loopback', 'linklocal', 'uniquelocal'];
/** Smallest prefix lengths: a larger range is no network of proxies. 10.0.0.0/8 and fc00::/7 are accepted. */
const minProxyBits = { 4: 8, 6: 7 } as const;

/** `off`, or addresses and ranges of proxies, separated by commas or spaces. */
export const trustedProxies = form((text, refuse): TrustProxy => {
  if (text === 'off') return false;
  const items = splitList(text);
  const wrong = items.find((item) => !isProxy(item));
  if (wrong === undefined) return items;
  return refuse(
    `must be off, loopback, or a list of addresses or ranges such as 10.0.0.0/8: those of the proxies in front, not how many there are. This is none, or trusts almost every address there is: ${wrong}`,
  );
});

function isProxy(item: string): boolean {
  if (proxyRangeNames.includes(item)) return true;
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const maxBits = version === 4 ? 32 : 128;
  const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  return isWhole && Number(bits ?? maxBits) >= minBits(address, version);
}

function minBits(address: string, version: number): number {
  if (version === 4) return minProxyBits[4];
  // All IPv4 addresses in their IPv6 form are in ::ffff:0:0/96.
  const isMapped = new URL(`http://[${address}]`).hostname.startsWith('[::');
  return isMapped ? 96 + minProxyBits[4] : minProxyBits[6];
}

/** The identifier of an OpenID provider: https, without query and fragment. https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery */
export const issuer = textThat((text) => {
  const url = URL.parse(text);
  return url !== null && isSafe(url) && !url.search && !url.hash && !url.username;
}, 'must be the address of the identity provider as its discovery document names it, such as https://accounts.google.com or https://slack.com.');

/** Mail providers at which everybody can have an address. */
const publicMailDomains =
  /^@(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|proton|protonmail|gmx|mail|zoho|yandex)\.[a-z.]+$/;

/** Addresses in lower case, or `@domain`. */
export const allowedPeople = form((text, refuse): readonly string[] => {
  const items = splitList(toAsciiLowerCase(text));
  const isRight = (item: string) =>
    /^[^@\s*]*@[a-z\d-]+(\.[a-z\d-]+)*$/.test(item) && !publicMailDomains.test(item);
  const wrong = items.length === 0 ? text : items.find((item) => !isRight(item));
  if (wrong === undefined) return items;
  return refuse(
    `must be addresses, or domains such as @example.com for all who have an address there, but no domain at which everybody can have one, separated by commas. This is neither: ${wrong}`,
  );
});
