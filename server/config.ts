import { isIP } from 'node:net';
import { publishableKey } from '#contract/wire.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  slackWebhookUrl: string | null;
  slackContactWebhookUrl: string | null;
  slackMinIntervalMs: number;
  /** Origin of the site's canonical address, without a trailing slash. */
  siteUrl: string;
  /** `siteUrl` and every other origin that may call the functions. */
  allowedOrigins: readonly string[];
  trustProxy: TrustProxy;
  /** 0: no limit. */
  rateLimitPerMinute: number;
  opsPort: number | null;
  logLevel: LogLevel;
  /** Keys that the functions take: the committed one, and the one that the site was built with. */
  publicKeys: readonly string[];
  /** Where the built site sends its calls when that is not its own origin. */
  backendOrigin: string | null;
}

/** Every wrong setting, each with how to mend it. Holds no value of a setting that may be secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings need mending:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const defaultPort = 3000;
const maxIntervalMs = 60_000;
const maxPerMinute = 1_000_000;

/**
 * Reads the settings of `docs/operations.md`; an empty value counts as unset.
 * @throws ConfigError naming every problem at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const setting = (name: string): string | null => env[name]?.trim() || null;

  const wholeNumber = (name: string, min: number, max: number): number | null => {
    const value = setting(name);
    if (value === null) return null;
    if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} must be a whole number from ${min} to ${max}.`);
    return null;
  };

  const databaseUrl = (): string | null => {
    const value = setting('DATABASE_URL');
    if (value === null) return null;
    const protocol = URL.parse(value)?.protocol;
    if (protocol === 'postgres:' || protocol === 'postgresql:') return value;
    problems.push(
      'DATABASE_URL must look like postgres://user:password@host:5432/name (percent-encode special characters in the password); leave it out to use the embedded store.',
    );
    return null;
  };

  const webhookUrl = (name: string): string | null => {
    const value = setting(name);
    if (value === null) return null;
    const url = URL.parse(value);
    if (url?.protocol === 'https:') return value;
    // A stand-in for Slack on the same machine has no certificate.
    if (url?.protocol === 'http:' && isLoopbackHost(url.hostname)) return value;
    problems.push(
      `${name} must be an https:// address, as Slack shows it under "Incoming Webhooks"; leave it out to hold the messages back.`,
    );
    return null;
  };

  const origin = (name: string, value: string): string | null => {
    const url = URL.parse(value);
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (url && isWeb && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin;
    problems.push(`${name} must be an origin such as https://example.com, without a path.`);
    return null;
  };

  const allowedOrigins = (siteUrl: string): string[] => {
    const listed = (setting('ALLOWED_ORIGINS') ?? '').split(/[\s,]+/).filter((item) => item !== '');
    const origins = listed.map((item) => origin('Each of ALLOWED_ORIGINS (separated by commas)', item));
    return [...new Set([siteUrl, ...origins.filter((item) => item !== null)])];
  };

  const trustProxy = (): TrustProxy => {
    const value = setting('TRUST_PROXY');
    if (value === null || value === 'off') return false;
    const addresses = value.split(/[\s,]+/).filter((item) => item !== '');
    if (addresses.every(isProxyAddress)) return addresses;
    problems.push(
      'TRUST_PROXY must be off, loopback, or a list of addresses or ranges such as 10.0.0.0/8: those of the proxies in front, not how many there are.',
    );
    return false;
  };

  const logLevel = (): LogLevel => {
    const value = setting('LOG_LEVEL') ?? 'info';
    const level = logLevels.find((known) => known === value);
    if (!level) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
    return level ?? 'info';
  };

  const backendOrigin = (): string | null => {
    const value = setting('PUBLIC_BACKEND_URL');
    if (value === null) return null;
    const url = URL.parse(value);
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
    problems.push(
      'PUBLIC_BACKEND_URL must be an http(s) address; leave it out to call the page’s own origin.',
    );
    return null;
  };

  const port = wholeNumber('PORT', 0, 65_535) ?? defaultPort;
  const siteSetting = setting('SITE_URL');
  const siteUrl = (siteSetting && origin('SITE_URL', siteSetting)) || `http://localhost:${port}`;
  const opsPort = wholeNumber('OPS_PORT', 1, 65_535);
  if (opsPort !== null && opsPort === port) problems.push('OPS_PORT must differ from PORT.');
  const slackWebhookUrl = webhookUrl('SLACK_WEBHOOK_URL');
  const builtKey = setting('PUBLIC_BACKEND_ANON_KEY');

  const config: Config = {
    host: setting('HOST') ?? '127.0.0.1',
    port,
    dataDir: setting('DATA_DIR') ?? './data',
    databaseUrl: databaseUrl(),
    slackWebhookUrl,
    slackContactWebhookUrl: webhookUrl('SLACK_CONTACT_WEBHOOK_URL') ?? slackWebhookUrl,
    slackMinIntervalMs: wholeNumber('SLACK_MIN_INTERVAL_MS', 0, maxIntervalMs) ?? 1_000,
    siteUrl,
    allowedOrigins: allowedOrigins(siteUrl),
    trustProxy: trustProxy(),
    rateLimitPerMinute: wholeNumber('RATE_LIMIT_PER_MINUTE', 0, maxPerMinute) ?? 10,
    opsPort,
    logLevel: logLevel(),
    publicKeys: builtKey && builtKey !== publishableKey ? [publishableKey, builtKey] : [publishableKey],
    backendOrigin: backendOrigin(),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function isProxyAddress(item: string): boolean {
  // The names that proxy-addr, which Fastify uses, gives to ranges.
  if (item === 'loopback' || item === 'linklocal' || item === 'uniquelocal') return true;
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
