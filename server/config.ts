import { publishableKey } from '#contract/wire.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import { type ConsoleSettings, readConsole } from '#server/admin/console-settings.ts';
import { type MailSettings, parseMailFrom, parseSmtpUrl } from '#server/mail/mail-settings.ts';
import {
  parseBotToken,
  parseSlackApiUrl,
  parseSlackChannel,
  type SlackAppSettings,
  slackApiUrl,
} from '#server/slack/slack-app-settings.ts';
import { type Environment, findMisspelt } from './misspelt-settings.ts';
import type { OutgoingProxy } from './outgoing-proxy.ts';
import {
  isLoopbackHost,
  parseBackendUrl,
  parseChoice,
  parseDatabaseUrl,
  parseHost,
  parseOrigin,
  parseProxyUrl,
  parseSigningSecret,
  parseTimeZone,
  parseTrustProxy,
  parseWebhookUrl,
  parseWholeNumber,
  splitList,
} from './setting-parsers.ts';
import { createSettingReader, type SettingReader } from './setting-reader.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  slackWebhookUrl: string | null;
  slackContactWebhookUrl: string | null;
  /** Used instead of webhooks; null: there is none. */
  slackApp: SlackAppSettings | null;
  slackMinIntervalMs: number;
  /** Set: applications can be decided about by clicking in Slack. A secret. */
  slackSigningSecret: string | null;
  /** null: an invitation sends no letter. */
  mail: MailSettings | null;
  /** null: calls go out directly. */
  outgoingProxy: OutgoingProxy | null;
  /** Origin of the site's canonical address, without a trailing slash. */
  siteUrl: string;
  /** `siteUrl` and every other origin that may call the functions. */
  allowedOrigins: readonly string[];
  trustProxy: TrustProxy;
  /** 0: no limit. */
  rateLimitPerMinute: number;
  opsPort: number | null;
  /** null: the console is off. */
  console: ConsoleSettings | null;
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
const maxIntervalMs = 60_000;
const maxPerMinute = 1_000_000;

/**
 * Reads the settings that the README lists; an empty value counts as unset.
 *
 * @param namesInFile names in `.env`: there every name is meant for this program, in the rest of the
 *   environment other programs have theirs
 * @throws {ConfigError} naming every problem at once
 */
export function readConfig(env: Environment, namesInFile: readonly string[] = []): Config {
  const settings = createSettingReader(env);
  const wholeNumber = (name: string, min: number, max: number) =>
    settings.parsed(name, (text) => parseWholeNumber(text, min, max));

  const port = wholeNumber('PORT', 0, 65_535) ?? defaultPort;
  const opsPort = wholeNumber('OPS_PORT', 1, 65_535);
  if (opsPort !== null && opsPort === port) settings.problems.push('OPS_PORT must differ from PORT.');
  const siteUrl = settings.parsed('SITE_URL', parseOrigin) ?? `http://localhost:${port}`;
  const slackWebhookUrl = settings.parsed('SLACK_WEBHOOK_URL', parseWebhookUrl);
  const builtKey = settings.text('PUBLIC_BACKEND_ANON_KEY');

  const config = {
    host: settings.parsed('HOST', parseHost) ?? '127.0.0.1',
    port,
    dataDir: settings.text('DATA_DIR') ?? './data',
    databaseUrl: settings.parsed('DATABASE_URL', parseDatabaseUrl),
    slackWebhookUrl,
    slackContactWebhookUrl: settings.parsed('SLACK_CONTACT_WEBHOOK_URL', parseWebhookUrl) ?? slackWebhookUrl,
    slackApp: readSlackApp(settings),
    slackSigningSecret: settings.parsed('SLACK_SIGNING_SECRET', parseSigningSecret),
    slackMinIntervalMs: wholeNumber('SLACK_MIN_INTERVAL_MS', 0, maxIntervalMs) ?? 1_000,
    mail: readMail(settings, wholeNumber('MAIL_MIN_INTERVAL_MS', 0, maxIntervalMs) ?? 2_000),
    outgoingProxy: readOutgoingProxy(settings),
    siteUrl,
    allowedOrigins: readAllowedOrigins(settings, siteUrl),
    trustProxy: settings.parsed('TRUST_PROXY', parseTrustProxy) ?? false,
    rateLimitPerMinute: wholeNumber('RATE_LIMIT_PER_MINUTE', 0, maxPerMinute) ?? 10,
    opsPort,
    console: readConsole(settings, { siteUrl, otherPorts: { PORT: port, OPS_PORT: opsPort } }),
    logLevel: settings.parsed('LOG_LEVEL', (text) => parseChoice(text, logLevels)) ?? 'info',
    timeZone: settings.parsed('TIME_ZONE', parseTimeZone) ?? 'Australia/Sydney',
    publicKeys: builtKey && builtKey !== publishableKey ? [publishableKey, builtKey] : [publishableKey],
    backendOrigin: settings.parsed('PUBLIC_BACKEND_URL', parseBackendUrl),
  };

  const misspelt = findMisspelt(env, settings.known, new Set(namesInFile));
  const problems = [
    ...settings.problems,
    ...misspelt.inFile.map(({ name, meant }) => `${name} in .env is not a setting; did you mean ${meant}?`),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  const warnings = [
    ...misspelt.elsewhere.map(
      ({ name, meant }) => `The variable ${name} is not a setting; did you mean ${meant}?`,
    ),
    ...(settings.text('SITE_URL') === null && !isLoopbackHost(config.host)
      ? [
          `SITE_URL is not set and HOST is ${config.host}: the pages name ${siteUrl} as their address to search engines and in shared links, and forms that are sent from another address are refused. Set SITE_URL to the address that visitors open.`,
        ]
      : []),
  ];
  return { ...config, warnings: [...warnings, ...findForNode(namesInFile)] };
}

function readSlackApp(settings: SettingReader): SlackAppSettings | null {
  const token = settings.parsed('SLACK_BOT_TOKEN', parseBotToken);
  const waitlistChannel = settings.parsed('SLACK_CHANNEL', parseSlackChannel);
  const contactChannel = settings.parsed('SLACK_CONTACT_CHANNEL', parseSlackChannel) ?? waitlistChannel;
  const apiUrl =
    settings.parsed('SLACK_API_URL', (text) => parseSlackApiUrl(text, isLoopbackHost)) ?? slackApiUrl;
  const namesSet = (...names: string[]) => names.filter((name) => settings.text(name) !== null);
  const app = namesSet('SLACK_BOT_TOKEN', 'SLACK_CHANNEL', 'SLACK_CONTACT_CHANNEL');
  const webhooks = namesSet('SLACK_WEBHOOK_URL', 'SLACK_CONTACT_WEBHOOK_URL');
  if (app.length === 0) return null;
  if (!app.includes('SLACK_BOT_TOKEN'))
    settings.problems.push(
      `SLACK_BOT_TOKEN must be set beside ${app.join(' and ')}: the token of the app that posts there.`,
    );
  if (!app.includes('SLACK_CHANNEL'))
    settings.problems.push(
      `SLACK_CHANNEL must be set beside ${app.join(' and ')}: the channel of the applications. In .env a name is quoted, as in "#waitlist": # begins a comment there.`,
    );
  if (webhooks.length > 0)
    settings.problems.push(
      `${webhooks.join(' and ')} must not be set beside ${app.join(' and ')}: messages go out through webhooks or by the app, not both. Leave out what you no longer use.`,
    );
  if (token === null || waitlistChannel === null || contactChannel === null) return null;
  return { apiUrl, token, waitlistChannel, contactChannel };
}

/** Other programs use these names too. The lower-case form wins, as with curl. */
function readOutgoingProxy(settings: SettingReader): OutgoingProxy | null {
  const [lower, upper] = ['https_proxy', 'HTTPS_PROXY'].map((name) => settings.parsed(name, parseProxyUrl));
  const exceptions = settings.text('no_proxy') ?? settings.text('NO_PROXY') ?? '';
  // A setting of another program, not a misspelt one of ours.
  settings.text('HTTP_PROXY');
  settings.text('http_proxy');
  const url = lower ?? upper ?? null;
  return url === null ? null : { url, exceptions };
}

/** Names that Node reads when it starts, and so before `.env` is read. */
const findForNode = (namesInFile: readonly string[]): string[] =>
  namesInFile
    .filter((name) => /^NODE_(?!ENV$|TLS_REJECT_UNAUTHORIZED$)/.test(name))
    .map(
      (name) =>
        `${name} in .env has no effect: Node reads it before this program reads .env. Set it in the environment that starts the program.`,
    );

function readAllowedOrigins(settings: SettingReader, siteUrl: string): string[] {
  const others = splitList(settings.text('ALLOWED_ORIGINS') ?? '').map((item) =>
    settings.check('Each of ALLOWED_ORIGINS (separated by commas)', parseOrigin(item)),
  );
  return [...new Set([siteUrl, ...others.filter((item) => item !== null)])];
}

function readMail(settings: SettingReader, minIntervalMs: number): MailSettings | null {
  const server = settings.parsed('SMTP_URL', (text) => parseSmtpUrl(text, isLoopbackHost));
  const from = settings.parsed('MAIL_FROM', parseMailFrom);
  const isSet = {
    SMTP_URL: settings.text('SMTP_URL') !== null,
    MAIL_FROM: settings.text('MAIL_FROM') !== null,
  };
  if (isSet.SMTP_URL && !isSet.MAIL_FROM)
    settings.problems.push('MAIL_FROM must be set beside SMTP_URL: the address that letters come from.');
  if (isSet.MAIL_FROM && !isSet.SMTP_URL)
    settings.problems.push('SMTP_URL must be set beside MAIL_FROM: the mail server that sends the letters.');
  return server && from && { server, from, minIntervalMs };
}
