import { publishableKey } from '#contract/wire.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import { readDatabaseUrls } from '#server/store/postgres/database-url.ts';
import { type Environment, findMisspelt } from './misspelt-settings.ts';
import { findProxyProblem, findTimeZone, findWebhookProblem, isHost } from './setting-checks.ts';

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
  /** IANA name of the zone of the times that people read: in messages and in commands. */
  timeZone: string;
  /** Keys that the functions take: the committed one, and the one that the site was built with. */
  publicKeys: readonly string[];
  /** Where the built site sends its calls when that is not its own origin. */
  backendOrigin: string | null;
  /** What may be wrong and does not stop the start. */
  warnings: readonly string[];
}

/** Every wrong setting, each with how to correct it. Holds no value of a setting that may be secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const defaultPort = 3000;
const defaultTimeZone = 'Australia/Sydney';
const maxIntervalMs = 60_000;
const maxPerMinute = 1_000_000;

/**
 * Reads the settings that the README lists; an empty value counts as unset.
 *
 * @param namesInFile names that stand in `.env`: there every name is meant for this program, in the rest
 *   of the environment other programs have theirs
 * @throws {ConfigError} naming every problem at once
 */
export function readConfig(env: Environment, namesInFile: readonly string[] = []): Config {
  const problems: string[] = [];
  const known = new Set<string>();
  const setting = (name: string): string | null => {
    known.add(name);
    return env[name]?.trim() || null;
  };

  const wholeNumber = (name: string, min: number, max: number): number | null => {
    const value = setting(name);
    if (value === null) return null;
    if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} must be a whole number from ${min} to ${max}.`);
    return null;
  };

  const host = (): string => {
    const value = setting('HOST') ?? '127.0.0.1';
    if (!isHost(value)) {
      problems.push(
        'HOST must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for every network.',
      );
    }
    return value;
  };

  const databaseUrl = (): string | null => {
    const value = setting('DATABASE_URL');
    if (value === null) return null;
    if (readDatabaseUrls(value) !== null) return value;
    problems.push(
      'DATABASE_URL must look like postgres://user:password@host:5432/name (percent-encode special characters in the password); leave it out to use the embedded store.',
    );
    return null;
  };

  const webhookUrl = (name: string): string | null => {
    const value = setting(name);
    const problem = value === null ? null : findWebhookProblem(value);
    if (problem === null) return value;
    problems.push(
      `${name} ${problem}. Copy it from Slack ("Incoming Webhooks" of your app): https://hooks.slack.com/services/… Leave it out to store the submissions and send them later.`,
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
    const origins = splitList(setting('ALLOWED_ORIGINS')).map((item) =>
      origin('Each of ALLOWED_ORIGINS (separated by commas)', item),
    );
    return [...new Set([siteUrl, ...origins.filter((item) => item !== null)])];
  };

  const trustProxy = (): TrustProxy => {
    const value = setting('TRUST_PROXY');
    if (value === null || value === 'off') return false;
    const addresses = splitList(value);
    const problem = addresses.map(findProxyProblem).find((found) => found !== null);
    if (problem === undefined) return addresses;
    problems.push(
      `TRUST_PROXY: ${problem}. It must be off, loopback, or a list of addresses or ranges such as 10.0.0.0/8: those of the proxies in front, not how many there are.`,
    );
    return false;
  };

  const logLevel = (): LogLevel => {
    const value = setting('LOG_LEVEL') ?? 'info';
    const level = logLevels.find((candidate) => candidate === value);
    if (!level) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`);
    return level ?? 'info';
  };

  const timeZone = (): string => {
    const zone = findTimeZone(setting('TIME_ZONE') ?? defaultTimeZone);
    if (zone === null)
      problems.push('TIME_ZONE must be the name of a time zone, such as Australia/Sydney or UTC.');
    return zone ?? defaultTimeZone;
  };

  const backendOrigin = (): string | null => {
    const value = setting('PUBLIC_BACKEND_URL');
    if (value === null) return null;
    const url = URL.parse(value);
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
    problems.push(
      'PUBLIC_BACKEND_URL must be an address such as https://backend.example.com; leave it out to use this server.',
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

  const config = {
    host: host(),
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
    timeZone: timeZone(),
    publicKeys: builtKey && builtKey !== publishableKey ? [publishableKey, builtKey] : [publishableKey],
    backendOrigin: backendOrigin(),
  };

  const misspelt = findMisspelt(env, known, new Set(namesInFile));
  for (const { name, meant } of misspelt.inFile) {
    problems.push(`${name} in .env is not a setting; did you mean ${meant}?`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const warnings = misspelt.elsewhere.map(
    ({ name, meant }) => `The variable ${name} is not a setting; did you mean ${meant}?`,
  );
  return { ...config, warnings };
}

const splitList = (value: string | null): string[] =>
  (value ?? '').split(/[\s,]+/).filter((item) => item !== '');
