import type { Parsed } from '#server/setting-parsers.ts';
import { isLoopbackHost, parseOrigin, parseWholeNumber, splitList } from '#server/setting-parsers.ts';
import type { SettingReader } from '#server/setting-reader.ts';
import { toAsciiLowerCase } from './allowed-people.ts';

export interface ProviderSettings {
  /** ADMIN_URL: the provider sends the browser back to it. */
  url: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Addresses in lower case, or `@domain`. */
  allowed: readonly string[];
}

export interface ConsoleSettings {
  /** On loopback. 0: any. */
  port: number;
  /** Origin of the console behind a proxy; null: it is reached on this machine only. */
  url: string | null;
  /** null: one signs in with a link from the server. */
  provider: ProviderSettings | null;
}

const defaultPort = 3001;

/** Mail providers at which everybody can have an address. */
const publicMailDomains =
  /^@(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|proton|protonmail|gmx|mail|zoho|yandex)\.[a-z.]+$/;

/** null: `ADMIN_PORT=off`. Even then wrong settings are added to the reader's problems. */
export function readConsole(
  settings: SettingReader,
  { siteUrl, otherPorts }: { siteUrl: string; otherPorts: Readonly<Record<string, number | null>> },
): ConsoleSettings | null {
  const port = settings.parsed('ADMIN_PORT', parsePort);
  for (const [name, other] of Object.entries(otherPorts)) {
    if (port !== null && port !== 'off' && port > 0 && port === other)
      settings.problems.push(`ADMIN_PORT must differ from ${name}.`);
  }
  const url = settings.parsed('ADMIN_URL', parseConsoleUrl);
  if (url !== null && url === siteUrl)
    settings.problems.push('ADMIN_URL must differ from SITE_URL: the console has a name of its own.');
  const provider = readProvider(settings, url);
  return port === 'off' ? null : { port: port ?? defaultPort, url, provider };
}

function readProvider(settings: SettingReader, url: string | null): ProviderSettings | null {
  const issuer = settings.parsed('OIDC_ISSUER', parseIssuer);
  const clientId = settings.text('OIDC_CLIENT_ID');
  const clientSecret = settings.text('OIDC_CLIENT_SECRET');
  const allowed = settings.parsed('ADMIN_EMAILS', parseAllowed);
  const own = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'ADMIN_EMAILS'];
  const set = own.filter((name) => settings.text(name) !== null);
  if (set.length === 0) return null;
  const missing = [...own, 'ADMIN_URL'].filter((name) => settings.text(name) === null);
  if (missing.length > 0) {
    settings.problems.push(
      `${missing.join(', ')} must be set beside ${set.join(', ')}: a team signs in to the console with all five. Leave all of OIDC_… and ADMIN_EMAILS out to sign in with links from the server.`,
    );
  }
  if (issuer === null || clientId === null || clientSecret === null || allowed === null || url === null)
    return null;
  return { url, issuer, clientId, clientSecret, allowed };
}

function parsePort(text: string): Parsed<number | 'off'> {
  if (text === 'off') return { value: text };
  const parsed = parseWholeNumber(text, 0, 65_535);
  return 'value' in parsed ? parsed : { problem: 'must be a port from 0 to 65535, or off.' };
}

function parseConsoleUrl(text: string): Parsed<string> {
  const parsed = parseOrigin(text);
  if ('problem' in parsed)
    return { problem: 'must be an origin such as https://console.example.com, without a path.' };
  return isSafe(new URL(parsed.value))
    ? parsed
    : { problem: 'must begin with https://: without TLS everybody on the way could take over a session.' };
}

/** The identifier of an OpenID provider: https, without query and fragment. https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery */
function parseIssuer(text: string): Parsed<string> {
  const url = URL.parse(text);
  if (url !== null && isSafe(url) && !url.search && !url.hash && !url.username) return { value: text };
  return {
    problem:
      'must be the address of the identity provider as its discovery document names it, such as https://accounts.google.com or https://slack.com.',
  };
}

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

function parseAllowed(text: string): Parsed<string[]> {
  const items = splitList(toAsciiLowerCase(text));
  const wrong = items.find((item) => !/^[^@\s]*@[a-z\d-]+(\.[a-z\d-]+)*$/.test(item));
  if (wrong !== undefined)
    return { problem: `has an item that is neither an address nor a domain such as @example.com: ${wrong}` };
  const everybody = items.find((item) => publicMailDomains.test(item));
  if (everybody !== undefined)
    return {
      problem: `lets in everybody who has an address at ${everybody.slice(1)}: name the addresses one by one.`,
    };
  return items.length > 0 ? { value: items } : { problem: 'must name at least one address.' };
}
