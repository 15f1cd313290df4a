import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { brand } from '#contract/brand.ts';
import { createMemoryCounters, createPostgresCounters } from '#server/abuse/rate-counters.ts';
import { createApp } from '#server/app.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import type { ChannelDelivery } from '#server/delivery/channel-loop.ts';
import { createDelivery } from '#server/delivery/delivery.ts';
import { createQuarantineNotice } from '#server/delivery/quarantine-notice.ts';
import { loadPages, PagesMissingError } from '#server/http/pages.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import { describeError } from '#server/observability/describe-error.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { listenForOps } from '#server/observability/ops-server.ts';
import { describeMessageForTerminal } from '#server/slack/compose-message.ts';
import { composeQuarantineNotice } from '#server/slack/compose-quarantine-notice.ts';
import { createSlackSender } from '#server/slack/send-message.ts';
import { createSlackDeliver, hashWebhook } from '#server/slack/slack-deliver.ts';
import { StoreOpenError } from '#server/store/errors.ts';
import { openStore } from '#server/store/open-store.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import {
  type Channel,
  type ChannelState,
  channelOf,
  type NewSubmission,
  type Store,
} from '#server/store/store.ts';

/** A stop that takes longer is ended: whoever asked for it would kill the process soon anyway. */
const stopWithinMs = 10_000;
/** A call in flight at a stop has this long to finish; storing takes milliseconds. */
const callGraceMs = 4_000;
const root = path.dirname(import.meta.dirname);

/** Mistakes that a person can mend are told without a stack. */
const isMendable = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof PagesMissingError ||
  error instanceof StoreOpenError ||
  (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');

try {
  // Variables that are set already win over the file's.
  if (existsSync('.env')) process.loadEnvFile('.env');
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`\n${startFailure(error)}\n\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const logger = createLogger(config);
  const security = createSecurityHeaders(config);
  const pages = await loadPages(path.join(root, 'dist'), security);

  const store = await openStore({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    logger,
    // What the store acknowledged before is safe; started again it goes on from there.
    onFatal: () => stop(1),
    onCommit: (submissions, durationMs) => metrics.observeCommit(submissions, durationMs),
  });

  const eventLoopDelay = monitorEventLoopDelay({ resolution: 10 });
  eventLoopDelay.enable();
  const metrics = createMetrics(store, () => {
    const reading = { p50: eventLoopDelay.percentile(50) / 1e6, p99: eventLoopDelay.percentile(99) / 1e6 };
    eventLoopDelay.reset();
    return reading;
  });

  const webhooks: Record<Channel, string | null> = {
    waitlist: config.slackWebhookUrl,
    contact: config.slackContactWebhookUrl,
  };
  for (const [channel, webhookUrl] of Object.entries(webhooks) as [Channel, string | null][]) {
    if (webhookUrl === null) continue;
    const count = await store.announceWebhook(channel, hashWebhook(webhookUrl));
    if (count > 0) logger.info({ channel, count }, 'the webhook is a new one: what was parked waits again');
  }
  const channelDelivery = (channel: Channel): ChannelDelivery | null => {
    const webhookUrl = webhooks[channel];
    if (webhookUrl === null) return null;
    return {
      deliver: createSlackDeliver({ webhookUrl }),
      minIntervalMs: config.slackMinIntervalMs,
      paceKey: hashWebhook(webhookUrl),
    };
  };
  const delivery = createDelivery({
    store,
    channels: { waitlist: channelDelivery('waitlist'), contact: channelDelivery('contact') },
    logger,
    metrics,
  });

  const noticeWebhookUrl = webhooks.waitlist ?? webhooks.contact;
  const sendNotice = noticeWebhookUrl === null ? null : createSlackSender({ webhookUrl: noticeWebhookUrl });
  const notice =
    sendNotice === null
      ? null
      : createQuarantineNotice({
          store,
          channel: webhooks.waitlist === null ? 'contact' : 'waitlist',
          minIntervalMs: config.slackMinIntervalMs,
          send: (held, signal) => sendNotice(composeQuarantineNotice(held), signal),
          logger,
        });

  const counters =
    config.databaseUrl === null ? createMemoryCounters() : createPostgresCounters(config.databaseUrl, logger);
  const app = createApp({
    config,
    store,
    counters,
    pages,
    security,
    logger,
    onAccepted(submission, accepted) {
      metrics.countAccepted(submission.kind, accepted.replayed, submission.quarantineReason);
      if (accepted.replayed) return;
      if (submission.quarantineReason !== null) {
        notice?.wake();
        return;
      }
      delivery.wake();
      const isHeld = webhooks[channelOf(submission.kind)] === null;
      // Only to a person who looks on: in a file or a journal it would be a log of personal data.
      if (isHeld && process.stdout.isTTY) process.stdout.write(messageForTerminal(submission));
    },
    onRefused: (refusal) => metrics.countRefused(refusal.code),
    onAnswered: (route, status, durationMs) => metrics.observeAnswer(route, status, durationMs),
  });

  let stopping = false;
  const stop = async (exitCode: number): Promise<void> => {
    // Asked again while stopping: whoever asks does not want to wait.
    if (stopping) process.exit(exitCode === 0 ? 130 : exitCode);
    stopping = true;
    setTimeout(() => {
      logger.warn({ stopWithinMs }, 'the stop took too long and was cut off; nothing accepted is lost');
      process.exit(1);
    }, stopWithinMs).unref();
    try {
      // Idle keep-alive connections end at once, calls in flight get their answer, and what only
      // pretends to be one (half a request) does not hold the stop up.
      const hangUp = setTimeout(() => app.server.closeAllConnections(), callGraceMs);
      await Promise.all([app.close(), delivery.stop(), notice?.stop()]);
      clearTimeout(hangUp);
      ops?.close();
      await Promise.all([store.close(), counters.close()]);
    } catch (error) {
      logger.error({ err: error }, 'the stop went wrong');
      process.exit(1);
    }
    logger.info('stopped');
    process.exit(exitCode);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => {
    // A supervisor tells every process of the group, and the parents pass it on: it is still one request.
    if (!stopping) void stop(0);
  });

  const ops = config.opsPort === null ? null : await listenForOps(metrics, config.opsPort);
  await app.listen({ host: config.host, port: config.port });
  delivery.start();
  notice?.start();
  const { port } = app.server.address() as AddressInfo;
  process.stdout.write(`${startBlock(config, store.engine, port, await store.channelStates())}\n`);
}

/** What Slack would show, held until a webhook is set. */
function messageForTerminal({ id, kind, fields }: NewSubmission): string {
  const stored = { id, kind, fields, sequence: 0, receivedAtMs: Date.now(), earlierFromSameEmail: 0 };
  return `\n${describeMessageForTerminal([stored])}\n\n`;
}

function createLogger(config: Config): Logger {
  const options = { level: config.logLevel, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) return pino(options);
  // In this thread: what a worker has not written yet at the exit would be lost.
  return pino(options, pretty({ translateTime: 'HH:MM:ss', ignore: 'reqId', sync: true }));
}

/** The one block that a start ends with. */
function startBlock(
  config: Config,
  engine: Store['engine'],
  port: number,
  states: readonly ChannelState[],
): string {
  const store =
    engine === 'sqlite'
      ? `embedded, ${path.relative(process.cwd(), databaseFile(config.dataDir))}`
      : 'Postgres (DATABASE_URL)';
  return [
    '',
    `  ${brand.name} is up`,
    '',
    `  Address  ${config.siteUrl.replace(/:0$/, `:${port}`)}${config.siteUrl.startsWith('https') ? ` (listening on ${config.host}:${port})` : ''}`,
    `  Store    ${store}`,
    `  Slack    ${slackLine(config)}`,
    ...states.flatMap(({ channel, haltedReason, waiting }) => [
      ...(haltedReason === null
        ? []
        : [`           refused for good on the ${channel} channel (${haltedReason}); set a working webhook`]),
      ...(waiting === 0 ? [] : [`           ${waiting} waiting on the ${channel} channel`]),
    ]),
    ...(config.opsPort === null ? [] : [`  Metrics  http://127.0.0.1:${config.opsPort}/metrics`]),
    '',
  ].join('\n');
}

function slackLine(config: Config): string {
  if (config.slackWebhookUrl && config.slackContactWebhookUrl) return 'connected';
  if (config.slackContactWebhookUrl) {
    return 'connected for contact messages; applications are stored and held until SLACK_WEBHOOK_URL is set';
  }
  return 'not connected: submissions are stored and held until SLACK_WEBHOOK_URL is set';
}

function startFailure(error: unknown): string {
  const isDebug = process.env['LOG_LEVEL'] === 'debug';
  if (!(error instanceof Error)) return `${brand.name} could not start.`;
  if (isDebug) return `${brand.name} could not start.\n${error.stack}`;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${brand.name} could not start: another program listens on the port already. Stop it, or set PORT (or OPS_PORT) to a free one.`;
  }
  const hint = isMendable(error) ? '' : '\n(LOG_LEVEL=debug shows where.)';
  return `${brand.name} could not start. ${error.message}${hint}`;
}
