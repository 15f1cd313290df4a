import path from 'node:path';
import type { ChannelState } from '#contract/answers.ts';
import { brand } from '#contract/brand.ts';
import type { Channel } from '#contract/channels.ts';
import type { Config } from './config.ts';
import { readRelease } from './release.ts';
import { isLoopbackHost } from './setting-forms.ts';
import { targetsOf } from './slack-channels.ts';
import { databaseFile } from './store/sqlite/database-file.ts';

interface Started {
  config: Config;
  /** The store rejects every submission; the pages are served. */
  isDamaged: boolean;
  /** The port of the site; of interest where the setting is 0. */
  port: number;
  channels: readonly ChannelState[];
  /** Where the console is, or what to do to open it; null: it is not served. */
  consoleAddress: string | null;
}

/** The one block that a start ends with: the address, the store, whether Slack is connected. */
export function describeStart({ config, isDamaged, port, channels, consoleAddress }: Started): string {
  const address = config.siteUrl.replace(/:0$/, `:${port}`);
  const statesOf = (...names: Channel[]) =>
    channels.filter(({ channel }) => names.includes(channel)).flatMap(describeChannel);
  const behindProxy = config.siteUrl.startsWith('https') ? ` (listening on ${config.host}:${port})` : '';
  return [
    '',
    `  ${brand.name} is up`,
    '',
    `  Release  ${readRelease()}`,
    `  Address  ${address}${behindProxy}`,
    `  Store    ${describeStore(config)}${isDamaged ? ': DAMAGED. Pages are served, submissions are answered with 503 (see above)' : ''}`,
    `  Slack    ${describeSlack(config)}`,
    ...statesOf('waitlist', 'contact', 'changes'),
    `  Letters  ${describeLetters(config)}`,
    ...statesOf('letters'),
    ...(config.receipts ? ['           receipts go to who applies', ...statesOf('receipts')] : []),
    ...(config.webhook === null
      ? []
      : [`  Events   to ${new URL(config.webhook.url).host}`, ...statesOf('events')]),
    `  Console  ${consoleAddress ?? (config.console === null ? 'off (ADMIN_PORT)' : 'not served (see above)')}`,
    ...(config.opsPort === null ? [] : [`  Metrics  http://127.0.0.1:${config.opsPort}/metrics`]),
    '',
  ].join('\n');
}

function describeStore({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== null) return 'Postgres (DATABASE_URL)';
  return `embedded, ${path.relative(process.cwd(), databaseFile(dataDir))}`;
}

function describeSlack(config: Config): string {
  const { slackApp, slackSigningSecret } = config;
  const { waitlist, contact } = targetsOf(config);
  if (waitlist === null && contact === null) {
    return 'not connected: submissions are stored, and sent once SLACK_WEBHOOK_URL or SLACK_BOT_TOKEN is set';
  }
  const addresses =
    slackApp === null ? [waitlist, contact].filter((each) => each !== null) : [slackApp.apiUrl];
  const standIn = addresses
    .map((address) => new URL(address))
    .find(({ hostname }) => isLoopbackHost(hostname));
  const buttons = slackSigningSecret === null ? '' : ', with buttons';
  const way = slackApp === null ? ' by webhook' : ' as an app';
  const connected = `connected${way}${standIn === undefined ? '' : ` to a stand-in at ${standIn.host}`}${buttons}`;
  if (waitlist !== null) return connected;
  return `${connected} for contact messages; applications are stored, and sent once SLACK_WEBHOOK_URL is set`;
}

/** Below the line of what it belongs to. */
function describeChannel({ channel, haltedReason, waiting }: ChannelState): string[] {
  const lines: string[] = [];
  if (haltedReason !== null) {
    lines.push(
      `the ${channel} channel is halted (${haltedReason}): correct its settings, or run "npm run waitlist -- retry"`,
    );
  }
  if (waiting > 0) lines.push(`${waiting} waiting on the ${channel} channel`);
  return lines.map((line) => `           ${line}`);
}

const describeLetters = ({ mail }: Config): string =>
  mail === null
    ? 'not sent: an invitation is a state, until SMTP_URL and MAIL_FROM are set'
    : `from ${mail.from.address} by ${mail.server.host}`;
