import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loadPages } from '#server/http/pages.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { createBenchCheck, takeAll } from './limits.ts';
import { createMeasuredConsole, type ViewQuestion } from './measured-console.ts';

/** The process's one argument, as JSON. */
export interface AcceptServerOptions {
  /** Without one nothing is stored: the ceiling. */
  hasStore: boolean;
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

const { hasStore, hasLimits, dataDir, databaseUrl }: AcceptServerOptions = JSON.parse(
  process.argv[2] as string,
);

const store = await openMeasured();
const measuredConsole = createMeasuredConsole(store);
const config = readConfig({ TRUST_PROXY: 'loopback', PORT: '0' });
const security = createSecurityHeaders(config);
const app = createApp({
  config,
  store,
  check: hasLimits ? createBenchCheck(store, databaseUrl) : takeAll,
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
  return hasStore ? opened : { ...opened, accept: async ({ id }) => ({ id, replayed: false }) };
}
