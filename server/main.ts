import './no-debugger.ts';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Logger } from 'pino';
import { channelOf } from '#contract/channels.ts';
import { forTerminal } from '#contract/clean-text.ts';
import { createAbuseCheck } from './abuse/abuse-check.ts';
import { createDailyHasher } from './abuse/address-hash.ts';
import { createAnswerCheck } from './abuse/answer-check.ts';
import { createMemoryCounter } from './abuse/counter.ts';
import { createDiskWatch } from './abuse/disk-watch.ts';
import { createLimits, lowDiskBelowBytes } from './abuse/limits.ts';
import { createPostgresCounter } from './abuse/postgres-counter.ts';
import { describeConsole, startConsole } from './admin/start-console.ts';
import { createApp } from './app.ts';
import { findBuildDifferences } from './built-with.ts';
import { checkDataDir } from './check-data-dir.ts';
import { type Config, readConfig } from './config.ts';
import { createLogger } from './create-logger.ts';
import { describeEnvFileAccess, enterProjectFolder, loadEnvFile } from './env-file.ts';
import { type AnswerLinks, createAnswerLinks } from './functions/answer-links.ts';
import { closeInTime } from './http/connections.ts';
import { loadPages } from './http/pages.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createLetterSender, createReceiptSender } from './mail/letter-sender.ts';
import { createMetrics } from './observability/metrics.ts';
import { listenForOps } from './observability/ops-server.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { Sender } from './outbox/sender.ts';
import { setOutgoingProxy } from './outgoing-proxy.ts';
import { readRelease } from './release.ts';
import { createShutdown } from './shutdown.ts';
import { describeForTerminal } from './slack/describe-submission.ts';
import { createInteractivity, createSlackSenders, targetsOf } from './slack-channels.ts';
import { describeStart } from './start-block.ts';
import { describeStartFailure, listenOn } from './start-failure.ts';
import { openStoreUnlessDamaged } from './store/open-store.ts';
import { databaseFile } from './store/sqlite/database-file.ts';
import type { Store } from './store/store.ts';
import type { NewSubmission } from './store/stored-submission.ts';
import { createEventSender } from './webhook/event-sender.ts';

const pagesFolder = path.join(path.dirname(import.meta.dirname), 'dist');

const shutdown = createShutdown();
try {
  enterProjectFolder();
  const namesInFile = loadEnvFile(process.env);
  await start(readConfig(process.env, namesInFile));
} catch (error) {
  if (!shutdown.isSignalled()) {
    const isDebug = process.env['LOG_LEVEL'] === 'debug';
    process.stderr.write(`\n${forTerminal(describeStartFailure(error, isDebug))}\n\n`);
  }
  // If a start fails because a signal closed its store, that is a normal stop.
  await shutdown.stop(shutdown.isSignalled() ? 0 : 1);
}

async function start(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  shutdown.logTo(logger);
  const differences = await findBuildDifferences(pagesFolder, process.env);
  const others = [describeEnvFileAccess(), describeUnusedStore(config)].filter((each) => each !== null);
  for (const warning of [...config.warnings, ...differences, ...others]) logger.warn(warning);
  if (config.outgoingProxy !== null) setOutgoingProxy(config.outgoingProxy);

  const security = createSecurityHeaders(config);
  const pages = await loadPages(pagesFolder, { security, siteUrl: config.siteUrl });
  const { store, isDamaged, metrics } = await openStoreAndMetrics(config, logger);
  if (!isDamaged) await store.recordRelease(readRelease());
  const answerLinks = createAnswerLinks(store);
  const senders = createSenders(config, answerLinks, logger);
  const outbox = createOutbox({ store, senders, logger, metrics });
  shutdown.closeFirst(() => outbox.stop());
  const onAnswered = metrics.observeAnswer.bind(metrics);
  const wakeOutbox = () => outbox.wake();
  const { check, answerCheck } = createChecks(config, store, logger);
  const app = createApp({
    config,
    store,
    check,
    invitations: { store, answerLinks, answerCheck, timeZone: config.timeZone, onQueued: wakeOutbox },
    pages,
    security,
    logger,
    interactivity: createInteractivity(config, { store, onQueued: wakeOutbox }),
    onAccepted(submission, { replayed }) {
      if (replayed) return;
      metrics.countAccepted(submission.kind, submission.quarantineReason);
      wakeOutbox();
      if (submission.quarantineReason === null) showIfWaiting(config, submission);
    },
    onRefused: (refusal) => metrics.countRefused(refusal.code),
    onAnswered,
  });
  shutdown.closeFirst(() => closeInTime(app));

  const { host, port, opsPort } = config;
  if (opsPort !== null) {
    const where = { setting: 'OPS_PORT', host: '127.0.0.1', port: opsPort } as const;
    const ops = await listenOn(where, () => listenForOps(metrics, opsPort));
    shutdown.closeFirst(() => ops.close());
  }
  await listenOn({ setting: 'PORT', host, port }, () => app.listen({ host, port }));
  if (!isDamaged) await outbox.start();
  const admin = isDamaged ? null : await startConsole({ config, store, logger, onAnswered, wakeOutbox });
  shutdown.closeFirst(() => admin?.close());

  const started = {
    config,
    isDamaged,
    port: (app.server.address() as AddressInfo).port,
    channels: isDamaged ? [] : await store.channelStates(),
    consoleAddress: admin && (await describeConsole(admin)),
  };
  process.stdout.write(`${forTerminal(describeStart(started))}\n`);
}

/**
 * A sentence when an embedded store exists beside Postgres, as after a change to Postgres, which does not copy it;
 * else null.
 */
function describeUnusedStore({ databaseUrl, dataDir }: Config): string | null {
  const file = databaseFile(dataDir);
  if (databaseUrl === null || !existsSync(file)) return null;
  return `DATABASE_URL is set, and there is an embedded store too: what is in ${file} is neither shown nor sent. Where it is to be carried over, leave DATABASE_URL unset for once and run \`npm run waitlist -- copy-store --to postgres://…\`; then move the file elsewhere.`;
}

/** All senders, by the settings. Another channel is a line here. */
function createSenders(config: Config, { tokenOf }: AnswerLinks, logger: Logger): Sender[] {
  const { mail, receipts, webhook, siteUrl, timeZone } = config;
  const letters = mail === null ? [] : [createLetterSender({ siteUrl, timeZone, tokenOf, ...mail })];
  return [
    ...createSlackSenders(config, logger),
    ...letters,
    ...(receipts ? letters.map(createReceiptSender) : []),
    ...(webhook === null ? [] : [createEventSender(webhook)]),
  ];
}

function createChecks(config: Config, store: Store, logger: Logger) {
  const { databaseUrl, dataDir } = config;
  // In the database, where several instances may share the counts.
  const counter = databaseUrl === null ? createMemoryCounter() : createPostgresCounter(databaseUrl, logger);
  shutdown.closeLast(() => counter.close());
  const counting = {
    limits: createLimits(config.rateLimitPerMinute),
    counter,
    readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
  };
  const isDiskLow = databaseUrl === null ? createDiskWatch(dataDir, lowDiskBelowBytes) : () => false;
  return {
    check: createAbuseCheck({ ...counting, isDiskLow }),
    answerCheck: createAnswerCheck(counting),
  };
}

/** Shows a submission that waits for its channel: on a terminal only, because a log would keep personal data. */
function showIfWaiting(config: Config, submission: NewSubmission): void {
  const isWaiting = targetsOf(config)[channelOf(submission.kind)] === null;
  if (isWaiting && process.stdout.isTTY)
    process.stdout.write(`\n${forTerminal(describeForTerminal(submission))}\n\n`);
}

/** Damaged, the store rejects every submission, and the pages are served. */
async function openStoreAndMetrics(config: Config, logger: Logger) {
  if (config.databaseUrl === null) await checkDataDir(config.dataDir);
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
  const metrics = createMetrics(store);
  return { store, isDamaged: damage !== null, metrics };
}
