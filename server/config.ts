import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { publishableKey } from '#contract/wire.ts';
import { findClosestName } from './closest-name.ts';
import * as form from './setting-forms.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Config = Readonly<ReturnType<typeof readConfig>>;
/** How a team signs in to the console. */
export type ProviderSettings = NonNullable<NonNullable<Config['console']>['provider']>;

/** Every wrong setting, each with how to correct it. Holds no value of a setting that may be secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const orNull = <Form extends z.ZodType>(set: Form) => set.optional().transform((value) => value ?? null);

/** Every setting: its name, its form, which says what to do where it is wrong, and what holds where it is not set. */
export const settings = {
  HOST: form.host.default('127.0.0.1'),
  PORT: form.wholeNumber(0, 65_535).default(3000),
  DATA_DIR: form.text.default('./data'),
  DATABASE_URL: orNull(form.databaseUrl),
  COPY_TO: orNull(form.copyTarget),
  SLACK_WEBHOOK_URL: orNull(form.slackWebhookUrl),
  SLACK_CONTACT_WEBHOOK_URL: orNull(form.slackWebhookUrl),
  SLACK_BOT_TOKEN: orNull(form.slackBotToken),
  SLACK_CHANNEL: orNull(form.slackChannel),
  SLACK_CONTACT_CHANNEL: orNull(form.slackChannel),
  SLACK_API_URL: form.slackApiUrl.default(form.defaultSlackApiUrl),
  SLACK_SIGNING_SECRET: orNull(form.slackSigningSecret),
  SLACK_MIN_INTERVAL_MS: form.wholeNumber(0, 60_000).default(1_000),
  SMTP_URL: orNull(form.smtpUrl),
  MAIL_FROM: orNull(form.mailFrom),
  RECEIPTS: form.onOrOff.default(false),
  MAIL_MIN_INTERVAL_MS: form.wholeNumber(0, 60_000).default(2_000),
  WEBHOOK_URL: orNull(form.webhookUrl),
  WEBHOOK_SECRET: orNull(form.webhookSecret),
  SITE_URL: orNull(form.origin),
  ALLOWED_ORIGINS: form.origins.default([]),
  TRUST_PROXY: form.trustedProxies.default(false),
  RATE_LIMIT_PER_MINUTE: form.wholeNumber(0, 1_000_000).default(10),
  OPS_PORT: orNull(form.wholeNumber(1, 65_535)),
  ADMIN_PORT: form.portOrOff.default(3001),
  ADMIN_URL: orNull(form.consoleOrigin),
  OIDC_ISSUER: orNull(form.issuer),
  OIDC_CLIENT_ID: orNull(form.text),
  OIDC_CLIENT_SECRET: orNull(form.text),
  ADMIN_EMAILS: orNull(form.allowedPeople),
  LOG_LEVEL: form.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TIME_ZONE: form.timeZone.default('Australia/Sydney'),
  PUBLIC_BACKEND_URL: orNull(form.backendOrigin),
  PUBLIC_BACKEND_ANON_KEY: orNull(form.text),
  // Other programs use these too. The lower-case form wins, as with curl; of HTTP_PROXY nothing is read.
  https_proxy: orNull(form.proxyUrl),
  HTTPS_PROXY: orNull(form.proxyUrl),
  no_proxy: orNull(form.text),
  NO_PROXY: orNull(form.text),
  http_proxy: orNull(form.text),
  HTTP_PROXY: orNull(form.text),
};

type Name = keyof typeof settings;

/** The name of the setting that names a file with the value, as Docker gives its secrets. */
const fileOf = (name: string) => `${name}_FILE`;

const ofApp: Name[] = ['SLACK_BOT_TOKEN', 'SLACK_CHANNEL', 'SLACK_CONTACT_CHANNEL'];
const ofWebhooks: Name[] = ['SLACK_WEBHOOK_URL', 'SLACK_CONTACT_WEBHOOK_URL'];
const ofProvider: Name[] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'ADMIN_EMAILS'];

/** Where one of `beside` is set, all of `needed` must be. */
const requirements: readonly { needed: readonly Name[]; beside: readonly Name[]; why: string }[] = [
  { needed: ['SLACK_BOT_TOKEN'], beside: ofApp, why: 'the token of the app that posts there.' },
  {
    needed: ['SLACK_CHANNEL'],
    beside: ofApp,
    why: 'the channel of the applications. In .env a name is quoted, as in "#waitlist": # begins a comment there.',
  },
  { needed: ['MAIL_FROM'], beside: ['SMTP_URL'], why: 'the address that letters come from.' },
  { needed: ['SMTP_URL'], beside: ['MAIL_FROM'], why: 'the mail server that sends the letters.' },
  { needed: ['SMTP_URL', 'MAIL_FROM'], beside: ['RECEIPTS'], why: 'receipts are letters.' },
  { needed: ['WEBHOOK_SECRET'], beside: ['WEBHOOK_URL'], why: 'the secret that events are signed with.' },
  { needed: ['WEBHOOK_URL'], beside: ['WEBHOOK_SECRET'], why: 'the address that events are posted to.' },
  {
    needed: [...ofProvider, 'ADMIN_URL'],
    beside: ofProvider,
    why: 'a team signs in to the console with all five. Leave all of OIDC_… and ADMIN_EMAILS out to sign in with links from the server.',
  },
];

/** The first must not be set to what the second is. */
const differences: readonly [Name, Name, why?: string][] = [
  ['OPS_PORT', 'PORT'],
  ['ADMIN_PORT', 'PORT'],
  ['ADMIN_PORT', 'OPS_PORT'],
  ['ADMIN_URL', 'SITE_URL', ': the console has a name of its own'],
];

/**
 * Reads the settings that the README lists; an empty value counts as unset.
 *
 * @param namesInFile names in `.env`: there every name is meant for this program, in the rest of the
 *   environment other programs have theirs
 * @throws {ConfigError} naming every problem at once
 */
export function readConfig(env: Environment, namesInFile: readonly string[] = []) {
  const { values, problems } = readValues(env);
  const { SITE_URL: siteUrl, ADMIN_PORT: adminPort } = values;
  const warnings = namesInFile.filter((name) => ofNode.test(name)).map(describeOfNode);
  if (!env['SITE_URL']?.trim() && !form.isLoopbackHost(values.HOST))
    warnings.push(
      `SITE_URL is not set and HOST is ${values.HOST}: the pages name ${siteUrl} as their address to search engines and in shared links, and forms that are sent from another address are refused. Set SITE_URL to the address that visitors open.`,
    );
  if (values.RECEIPTS && values.RATE_LIMIT_PER_MINUTE === 0)
    warnings.push(
      'RECEIPTS is on and RATE_LIMIT_PER_MINUTE is 0: one network can have receipts sent to any number of addresses.',
    );
  for (const name of new Set([...Object.keys(env), ...namesInFile])) {
    const meant = findMeant(name);
    if (meant === null) continue;
    if (namesInFile.includes(name)) problems.push(`${name} in .env is not a setting; did you mean ${meant}?`);
    else if (name.length >= minLengthElsewhere)
      warnings.push(`The variable ${name} is not a setting; did you mean ${meant}?`);
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const provider = complete({
    url: values.ADMIN_URL,
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET,
    allowed: values.ADMIN_EMAILS,
  });
  const builtKey = values.PUBLIC_BACKEND_ANON_KEY;
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** Where `copy-store` copies to. A secret where it is the address of a database. */
    copyTo: values.COPY_TO,
    slackWebhookUrl: values.SLACK_WEBHOOK_URL,
    slackContactWebhookUrl: values.SLACK_CONTACT_WEBHOOK_URL ?? values.SLACK_WEBHOOK_URL,
    /** Used instead of webhooks; null: there is none. */
    slackApp: complete({
      apiUrl: values.SLACK_API_URL,
      token: values.SLACK_BOT_TOKEN,
      waitlistChannel: values.SLACK_CHANNEL,
      contactChannel: values.SLACK_CONTACT_CHANNEL ?? values.SLACK_CHANNEL,
    }),
    /** Set: applications can be decided about by clicking in Slack. A secret. */
    slackSigningSecret: values.SLACK_SIGNING_SECRET,
    slackMinIntervalMs: values.SLACK_MIN_INTERVAL_MS,
    /** null: an invitation sends no letter. */
    mail: complete({
      server: values.SMTP_URL,
      from: values.MAIL_FROM,
      minIntervalMs: values.MAIL_MIN_INTERVAL_MS,
    }),
    /** Who applies gets a letter that says so, once an address a day. */
    receipts: values.RECEIPTS,
    /** Where events are posted to, and the bytes that sign them; null: none are queued. */
    webhook: complete({ url: values.WEBHOOK_URL, key: values.WEBHOOK_SECRET }),
    /** null: calls go out directly. */
    outgoingProxy: complete({
      url: values.https_proxy ?? values.HTTPS_PROXY,
      exceptions: values.no_proxy ?? values.NO_PROXY ?? '',
    }),
    /** Origin of the site's canonical address, without a trailing slash. */
    siteUrl,
    /** `siteUrl` and every other origin that may call the functions. */
    allowedOrigins: [...new Set([siteUrl, ...values.ALLOWED_ORIGINS])],
    trustProxy: values.TRUST_PROXY,
    /** 0: no limit. */
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    opsPort: values.OPS_PORT,
    /**
     * null: the console is off. `port`: on loopback, 0: any. `url`: its origin behind a proxy, null: it is reached on
     * this machine only. `provider`: null: one signs in with a link from the server; it sends the browser back to its
     * `url`, and `allowed` are addresses in lower case, or `@domain`.
     */
    console: adminPort === 'off' ? null : { port: adminPort, url: values.ADMIN_URL, provider },
    logLevel: values.LOG_LEVEL,
    /** IANA name of the zone of the times that people read: in messages and in commands. */
    timeZone: values.TIME_ZONE,
    /** Keys that the functions take: the committed one, and the one that the site was built with. */
    publicKeys: builtKey && builtKey !== publishableKey ? [publishableKey, builtKey] : [publishableKey],
    /** Where the built site sends its calls when that is not its own origin. */
    backendOrigin: values.PUBLIC_BACKEND_URL,
    /** What may be wrong and does not stop the start. */
    warnings,
  };
}

/** A wrong setting is a problem, and has the value of one that is not set. */
function readValues(env: Environment) {
  const problems: string[] = [];
  const isGiven = (name: Name) => Boolean(env[name]?.trim() || env[fileOf(name)]?.trim());
  const read = Object.fromEntries(
    Object.entries<z.ZodType>(settings).map(([name, each]) => {
      const { success, data, error } = each.safeParse(readText(env, name as Name, problems));
      if (success) return [name, data];
      problems.push(...error.issues.map(({ message }) => `${name} ${message}`));
      return [name, each.parse(undefined)];
    }),
  ) as { [Each in Name]: z.output<(typeof settings)[Each]> };
  const values = { ...read, SITE_URL: read.SITE_URL ?? `http://localhost:${read.PORT}` };

  const setOf = (names: readonly Name[]) => names.filter((name) => isGiven(name) && values[name] !== false);
  for (const { needed, beside, why } of requirements) {
    const set = setOf(beside);
    const missing = needed.filter((name) => !isGiven(name));
    if (set.length > 0 && missing.length > 0)
      problems.push(`${missing.join(', ')} must be set beside ${set.join(' and ')}: ${why}`);
  }
  const [app, webhooks] = [setOf(ofApp), setOf(ofWebhooks)];
  if (app.length > 0 && webhooks.length > 0)
    problems.push(
      `${webhooks.join(' and ')} must not be set beside ${app.join(' and ')}: messages go out through webhooks or by the app, not both. Leave out what you no longer use.`,
    );
  for (const [name, other, why = ''] of differences) {
    // Port 0 is any free one.
    if (isGiven(name) && values[name] && values[name] === values[other])
      problems.push(`${name} must differ from ${other}${why}.`);
  }
  return { values, problems };
}

/** What is set, or stands in the file that is named for it; undefined: nothing, or something wrong. */
function readText(env: Environment, name: Name, problems: string[]): string | undefined {
  const file = env[fileOf(name)]?.trim();
  let text = env[name]?.trim() || undefined;
  if (file && text !== undefined)
    problems.push(`${name} and ${fileOf(name)} must not both be set: leave one of them out.`);
  else if (file)
    try {
      text = readFileSync(file, 'utf8').trim();
      if (text === '')
        problems.push(`${fileOf(name)} must name a file that has the value: this one is empty.`);
    } catch (error) {
      // Neither the error's words nor the file: somebody may have set the secret itself.
      const code = error instanceof Error && 'code' in error ? error.code : 'unreadable';
      problems.push(`${fileOf(name)} must name a file that this program’s user may read (${code}).`);
    }
  if (text === undefined || !/^(["']).*\1$/s.test(text)) return text || undefined;
  problems.push(`${name} must not stand in quotes: docker run --env-file keeps them as part of the value.`);
  return undefined;
}

/** Settings that are used together; null where one of them is not set. */
function complete<Group extends object>(group: Group) {
  const isComplete = !Object.values(group).includes(null);
  return isComplete ? (group as { [Key in keyof Group]: NonNullable<Group[Key]> }) : null;
}

/** Outside of `.env` shorter names are not checked: they are too similar to those of other programs. */
const minLengthElsewhere = 8;

/** The setting that a name which is none probably means: `SLACK_WEBHOOK_URL` by `SLACK_WEBHOOK`, or by a misspelt one. */
function findMeant(name: string): string | null {
  const known = Object.keys(settings).flatMap((each) => [each, fileOf(each)]);
  if (known.includes(name)) return null;
  const longer = known.find((each) => name.includes('_') && each.startsWith(`${name.toUpperCase()}_`));
  return findClosestName(name, known) ?? longer ?? null;
}

/** Names that Node reads when it starts, and so before `.env` is read. */
const ofNode = /^NODE_(?!ENV$|TLS_REJECT_UNAUTHORIZED$)/;
const describeOfNode = (name: string) =>
  `${name} in .env has no effect: Node reads it before this program reads .env. Set it in the environment that starts the program.`;
