import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { channelOf } from '#contract/channels.ts';
import { createAbuseCheck } from './abuse/abuse-check.ts';
import { createDailyHasher } from './abuse/address-hash.ts';
import { type Counter, createMemoryCounter } from './abuse/counter.ts';
import { createDiskWatch } from './abuse/disk-watch.ts';
import { createLimits, lowDiskBelowBytes } from './abuse/limits.ts';
import { createPostgresCounter } from './abuse/postgres-counter.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Pages } from './http/pages.ts';
import type { SecurityHeaders } from './http/security-headers.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Outbox } from './outbox/outbox.ts';
import { describeForTerminal } from './slack/describe-submission.ts';
import { createInteractivity, targetsOf } from './slack-channels.ts';
import type { Store } from './store/store.ts';

interface SiteParts {
  config: Config;
  store: Store;
  counter: Counter;
  outbox: Outbox;
  pages: Pages;
  security: SecurityHeaders;
  logger: FastifyBaseLogger;
  metrics: Metrics;
}

/** What visitors reach: the pages, the two functions that take submissions, and the clicks on the buttons in Slack. */
export function createSite(parts: SiteParts): FastifyInstance {
  const { config, store, outbox, metrics } = parts;
  return createApp({
    config,
    store,
    check: createAbuseCheck({
      limits: createLimits(config.rateLimitPerMinute),
      counter: parts.counter,
      readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
      isDiskLow:
        config.databaseUrl === null ? createDiskWatch(config.dataDir, lowDiskBelowBytes) : () => false,
    }),
    pages: parts.pages,
    security: parts.security,
    logger: parts.logger,
    interactivity: createInteractivity(config, { store, onQueued: () => outbox.wake() }),
    onAccepted(submission, accepted) {
      metrics.countAccepted(submission.kind, accepted.replayed, submission.quarantineReason);
      if (accepted.replayed) return;
      outbox.wake();
      if (submission.quarantineReason !== null) return;
      const isWaiting = targetsOf(config)[channelOf(submission.kind)] === null;
      // Only on a terminal: in a file or a journal it would be a log of personal data.
      if (isWaiting && process.stdout.isTTY) process.stdout.write(`\n${describeForTerminal(submission)}\n\n`);
    },
    onRefused: (refusal) => metrics.countRefused(refusal.code),
    onAnswered: (route, status, durationMs) => metrics.observeAnswer(route, status, durationMs),
  });
}

/** Counted in memory with one instance, in the database where several may share it. */
export function openCounter({ databaseUrl }: Config, logger: FastifyBaseLogger): Counter {
  return databaseUrl === null ? createMemoryCounter() : createPostgresCounter(databaseUrl, logger);
}
