import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loadPages } from '#server/http/pages.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import { openStore } from '#server/store/open-store.ts';
import { openPostgresCalls } from '#server/store/postgres/open-postgres-calls.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { openSqliteCalls } from '#server/store/sqlite/open-sqlite-calls.ts';
import type { Store } from '#server/store/store.ts';
import { createBenchCheck, takeAll } from './limits.ts';
import { createMeasuredConsole, type ViewQuestion } from './measured-console.ts';

/** How a submission is accepted: `none` stores nothing, which is the ceiling. */
export type Mode = 'none' | 'per request' | 'group commit';

/** The process's one argument, as JSON. */
export interface AcceptServerOptions {
  mode: Mode;
  /** With the limits that are on by default. */
  hasLimits: boolean;
  dataDir: string;
  databaseUrl: string | null;
}

/** What the measuring process asks, over the process's own channel. */
export type Question = 'begin' | 'end' | 'stop' | ViewQuestion;

export interface Reading {
  eventLoopP99Ms: number;
  memoryMb: number;
  /** Of all its threads, between `begin` and `end`. */
  cpuMs: number;
}

const { mode, hasLimits, dataDir, databaseUrl }: AcceptServerOptions = JSON.parse(process.argv[2] as string);

const store = await openMeasured();
const measuredConsole = createMeasuredConsole(store);
const config = readConfig({ TRUST_PROXY: 'loopback', PORT: '0' });
const security = createSecurityHeaders(config);
const app = createApp({
  config,
  store,
  check: hasLimits ? createBenchCheck(store, mode === 'none' ? null : databaseUrl) : takeAll,
  security,
  pages: await loadPages(resolve(import.meta.dirname, '../../../dist'), {
    security,
    siteUrl: config.siteUrl,
  }),
  logger: pino({ level: 'silent' }),
  onAccepted: () => undefined,
});
await app.listen({ host: '127.0.0.1', port: 0 });

const delay = monitorEventLoopDelay({ resolution: 1 });
let cpuBefore = process.cpuUsage();
process.on('message', async (question: Question) => {
  if (typeof question === 'object') {
    process.send?.(await measuredConsole.read(question));
  } else if (question === 'begin') {
    delay.reset();
    delay.enable();
    cpuBefore = process.cpuUsage();
    process.send?.('begun');
  } else if (question === 'end') {
    delay.disable();
    const memoryMb = process.memoryUsage().rss / 2 ** 20;
    const { user, system } = process.cpuUsage(cpuBefore);
    const cpuMs = (user + system) / 1_000;
    process.send?.({ eventLoopP99Ms: delay.percentile(99) / 1e6, memoryMb, cpuMs } satisfies Reading);
  } else {
    await app.close();
    await store.close();
    process.exit(0);
  }
});
process.send?.((app.server.address() as AddressInfo).port);

async function openMeasured(): Promise<Store> {
  const opened = await openStore({ databaseUrl, dataDir });
  if (mode === 'group commit') return opened;
  if (mode === 'none') return { ...opened, accept: async ({ id }) => ({ id, replayed: false }) };
  const calls =
    databaseUrl === null
      ? await openSqliteCalls({
          file: databaseFile(dataDir),
          busyTimeoutMs: 5_000,
          emptyLogEveryMs: 60_000,
          onFatal: (error) => {
            throw error;
          },
        })
      : await openPostgresCalls({
          databaseUrl,
          maxConnections: 10,
          connectTimeoutMs: 5_000,
          statementTimeoutMs: 10_000,
          lockTimeoutMs: 5_000,
          idleInTransactionTimeoutMs: 10_000,
          onLostConnection: (error) => {
            throw error;
          },
          onNextHost: (where) => {
            throw new Error(`Postgres was lost; the next address is ${where}.`);
          },
        });
  return {
    ...opened,
    async accept(submission) {
      const [accepted] = await calls.acceptBatch([submission]);
      if (accepted === undefined) throw new Error('The store answered nothing.');
      return accepted;
    },
    async close() {
      await calls.close();
      await opened.close();
    },
  };
}
