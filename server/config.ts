import { publishableKey } from '#contract/wire.ts';
import { readConsole } from '#server/admin/console-settings.ts';
import {
  isLoopbackHost,
  parseBackendUrl,
  parseBotToken,
  parseChoice,
  parseDatabaseUrl,
  parseHost,
  parseMailFrom,
  parseOrigin,
  parseOrigins,
  parseProxyUrl,
  parseSigningSecret,
  parseSlackApiUrl,
  parseSlackChannel,
  parseSmtpUrl,
  parseTimeZone,
  parseTrustProxy,
  parseWebhookUrl,
  parseWholeNumber,
  slackApiUrl,
} from './setting-parsers.ts';
import { createSettingReader, type Environment, findMisspelt, type SettingReader } from './setting-reader.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Every wrong setting, each with how to correct it. Holds no value of a setting that may be secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
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
export function readConfig(env: Environment, namesInFile: readonly string[] = []) {
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
    /** Used instead of webhooks; null: there is none. */
    slackApp: readSlackApp(settings),
    /** Set: applications can be decided about by clicking in Slack. A secret. */
    slackSigningSecret: settings.parsed('SLACK_SIGNING_SECRET', parseSigningSecret),
    slackMinIntervalMs: wholeNumber('SLACK_MIN_INTERVAL_MS', 0, maxIntervalMs) ?? 1_000,
    /** null: an invitation sends no letter. */
    mail: readMail(settings, wholeNumber('MAIL_MIN_INTERVAL_MS', 0, maxIntervalMs) ?? 2_000),
    /** null: calls go out directly. */
    outgoingProxy: readOutgoingProxy(settings),
    /** Origin of the site's canonical address, without a trailing slash. */
    siteUrl,
    /** `siteUrl` and every other origin that may call the functions. */
    allowedOrigins: [...new Set([siteUrl, ...(settings.parsed('ALLOWED_ORIGINS', parseOrigins) ?? [])])],
    trustProxy: settings.parsed('TRUST_PROXY', parseTrustProxy) ?? false,
    /** 0: no limit. */
    rateLimitPerMinute: wholeNumber('RATE_LIMIT_PER_MINUTE', 0, maxPerMinute) ?? 10,
    opsPort,
    /** null: the console is off. */
    console: readConsole(settings, { siteUrl, otherPorts: { PORT: port, OPS_PORT: opsPort } }),
    logLevel: settings.parsed('LOG_LEVEL', (text) => parseChoice(text, logLevels)) ?? 'info',
    /** IANA name of the zone of the times that people read: in messages and in commands. */
    timeZone: settings.parsed('TIME_ZONE', parseTimeZone) ?? 'Australia/Sydney',
    /** Keys that the functions take: the committed one, and the one that the site was built with. */
    publicKeys: builtKey && builtKey !== publishableKey ? [publishableKey, builtKey] : [publishableKey],
    /** Where the built site sends its calls when that is not its own origin. */
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
  // What may be wrong and does not stop the start.
  return { ...config, warnings: [...warnings, ...findForNode(namesInFile)] };
}

function readSlackApp(settings: SettingReader) {
  const token = settings.parsed('SLACK_BOT_TOKEN', parseBotToken);
  const waitlistChannel = settings.parsed('SLACK_CHANNEL', parseSlackChannel);
  const contactChannel = settings.parsed('SLACK_CONTACT_CHANNEL', parseSlackChannel) ?? waitlistChannel;
  const apiUrl = settings.parsed('SLACK_API_URL', parseSlackApiUrl) ?? slackApiUrl;
  const names = ['SLACK_BOT_TOKEN', 'SLACK_CHANNEL', 'SLACK_CONTACT_CHANNEL'];
  settings.requireBeside('SLACK_BOT_TOKEN', names, 'the token of the app that posts there.');
  settings.requireBeside(
    'SLACK_CHANNEL',
    names,
    'the channel of the applications. In .env a name is quoted, as in "#waitlist": # begins a comment there.',
  );
  const app = settings.namesSet(names);
  const webhooks = settings.namesSet(['SLACK_WEBHOOK_URL', 'SLACK_CONTACT_WEBHOOK_URL']);
  if (app.length > 0 && webhooks.length > 0)
    settings.problems.push(
      `${webhooks.join(' and ')} must not be set beside ${app.join(' and ')}: messages go out through webhooks or by the app, not both. Leave out what you no longer use.`,
    );
  if (token === null || waitlistChannel === null || contactChannel === null) return null;
  return { apiUrl, token, waitlistChannel, contactChannel };
}

/** Other programs use these names too. The lower-case form wins, as with curl. */
function readOutgoingProxy(settings: SettingReader) {
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

function readMail(settings: SettingReader, minIntervalMs: number) {
  const server = settings.parsed('SMTP_URL', parseSmtpUrl);
  const from = settings.parsed('MAIL_FROM', parseMailFrom);
  settings.requireBeside('MAIL_FROM', ['SMTP_URL'], 'the address that letters come from.');
  settings.requireBeside('SMTP_URL', ['MAIL_FROM'], 'the mail server that sends the letters.');
  return server && from && { server, from, minIntervalMs };
}
