import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createAbuseCheck } from './abuse/abuse-check.ts';
import { createDailyHasher } from './abuse/address-hash.ts';
import { longestWindowMs } from './abuse/decide.ts';
import { defaultLimits } from './abuse/limits.ts';
import { createMemoryCounts } from './abuse/memory-counts.ts';
import { createSharedCounts } from './abuse/shared-counts.ts';
import { createApp } from './app.ts';
import { checkDataDir } from './check-data-dir.ts';
import { type Config, readConfig } from './config.ts';
import { openConsole } from './console.ts';
import { createLogger } from './create-logger.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createMessageUpdateOutbox } from './delivery/message-update-outbox.ts';
import { loadEnvFile } from './env-file.ts';
import { loadPages } from './http/pages.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createLetterOutboxes, rememberMailServer } from './letter-outboxes.ts';
import { watchEventLoopDelay } from './observability/event-loop-delay.ts';
import { createMetrics } from './observability/metrics.ts';
import { listenForOps } from './observability/ops-server.ts';
import { createShutdown } from './shutdown.ts';
import { describeForTerminal } from './slack/describe-for-terminal.ts';
import {
  createInteractivity,
  createSlackDeliveries,
  createSlackNotice,
  createSlackUpdates,
  rememberWebhooks,
  webhooksOf,
} from './slack-channels.ts';
import { describeStart } from './start-block.ts';
import { describeStartFailure, listenOn } from './start-failure.ts';
import { unreviewed } from './store/review.ts';
import { channelOf, type NewSubmission } from './store/store.ts';
import { openStoreUnlessDamaged } from './store/unavailable-store.ts';

/** A call in flight at a stop has this long to finish; storing takes milliseconds. */
const callGraceMs = 4_000;
const pagesFolder = path.join(path.dirname(import.meta.dirname), 'dist');

const shutdown = createShutdown();
try {
  const namesInFile = loadEnvFile(process.env);
  await start(readConfig(process.env, namesInFile));
} catch (error) {
  if (!shutdown.isSignalled()) {
    const isDebug = process.env['LOG_LEVEL'] === 'debug';
    process.stderr.write(`\n${describeStartFailure(error, isDebug)}\n\n`);
  }
  // A start that fails because a signal closed its store meanwhile is a normal stop.
  await shutdown.stop(shutdown.isSignalled() ? 0 : 1);
}

async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  shutdown.logTo(logger);
  for (const warning of config.warnings) logger.warn(warning);

  const security = createSecurityHeaders(config);
  const pages = await loadPages(pagesFolder, security);

  if (config.databaseUrl === null) await checkDataDir(config.dataDir, { write: true });
  const { store, damage } = await openStoreUnlessDamaged({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    logger,
    // What was accepted is on disk; the next start continues with it.
    onFatal: () => void shutdown.stop(1),
    onCommit: (submissions, durationMs) => metrics.observeCommit(submissions, durationMs),
  });
  shutdown.closeLast(() => store.close());
  if (damage !== null) logger.error(damage.message);
  const metrics = createMetrics(store, watchEventLoopDelay());

  if (damage === null) {
    await rememberWebhooks(config, store, logger);
    await rememberMailServer(config, store, logger);
  }
  const updates = createSlackUpdates(config);
  const delivery = createDelivery({
    store,
    channels: createSlackDeliveries(config),
    others: [
      ...createLetterOutboxes(config, store),
      ...(updates === null ? [] : [createMessageUpdateOutbox(store, updates)]),
    ],
    logger,
    metrics,
  });
  shutdown.closeFirst(() => delivery.stop());
  const notice = createSlackNotice(config, store, logger);
  shutdown.closeFirst(() => notice?.stop());

  const counts =
    config.databaseUrl === null
      ? createMemoryCounts(longestWindowMs)
      : createSharedCounts(config.databaseUrl, longestWindowMs, logger);
  shutdown.closeLast(() => counts.close());
  const webhooks = webhooksOf(config);
  const app = createApp({
    config,
    store,
    check: createAbuseCheck({
      limits: { ...defaultLimits, addressPerMinute: config.rateLimitPerMinute },
      counts,
      readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
    }),
    pages,
    security,
    logger,
    interactivity: createInteractivity(config, { store, onQueued: () => delivery.wake() }),
    onAccepted(submission, accepted) {
      metrics.countAccepted(submission.kind, accepted.replayed, submission.quarantineReason);
      if (accepted.replayed) return;
      if (submission.quarantineReason !== null) {
        notice?.wake();
        return;
      }
      delivery.wake();
      const isWaiting = webhooks[channelOf(submission.kind)] === null;
      // Only on a terminal: in a file or a journal it would be a log of personal data.
      if (isWaiting && process.stdout.isTTY) process.stdout.write(messageForTerminal(submission));
    },
    onRefused: (refusal) => metrics.countRefused(refusal.code),
    onAnswered: (route, status, durationMs) => metrics.observeAnswer(route, status, durationMs),
  });
  shutdown.closeFirst(async () => {
    // Idle keep-alive connections end at once and calls in flight get their answer; a connection that has
    // sent half a request is closed when this time is over.
    const closeTimer = setTimeout(() => app.server.closeAllConnections(), callGraceMs);
    await app.close();
    clearTimeout(closeTimer);
  });

  const { host, port, opsPort } = config;
  if (opsPort !== null) {
    const where = { setting: 'OPS_PORT', host: '127.0.0.1', port: opsPort } as const;
    const ops = await listenOn(where, () => listenForOps(metrics, opsPort));
    shutdown.closeFirst(() => ops.close());
  }
  await listenOn({ setting: 'PORT', host, port }, () => app.listen({ host, port }));
  if (damage === null) {
    delivery.start();
    notice?.start();
  }
  const onAnswered = metrics.observeAnswer.bind(metrics);
  const wakeDelivery = () => delivery.wake();
  const admin =
    damage === null ? await openConsole({ config, store, logger, onAnswered, wakeDelivery }) : null;
  shutdown.closeFirst(() => admin?.close());
  const address = app.server.address() as AddressInfo;
  const channels = damage === null ? await store.channelStates() : [];
  const letters = damage === null ? await store.letterCounts() : null;
  process.stdout.write(
    `${describeStart({ config, engine: store.engine, isDamaged: damage !== null, port: address.port, channels, letters, consoleAddress: admin?.address ?? null })}\n`,
  );
}

/** What the message will show, once a webhook is set. */
function messageForTerminal(submission: NewSubmission): string {
  const stored = {
    ...submission,
    sequence: 0,
    receivedAtMs: Date.now(),
    earlierFromSameEmail: 0,
    review: unreviewed,
  };
  return `\n${describeForTerminal(stored)}\n\n`;
}
