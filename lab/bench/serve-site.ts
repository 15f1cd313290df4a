import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { AbuseCheck } from '#server/abuse/abuse-check.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { loadPages } from '#server/http/pages.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { openStore } from '#server/store/open-store.ts';

// The real app on a store of its own, for a folder of pages that the caller names; a process, so that
// whoever measures does not share its event loop. Says its port to its parent and ends with it.
const distDir = process.argv[2];
if (distDir === undefined || process.send === undefined) throw new Error('Fork this with a folder of pages.');

const takeAll: AbuseCheck = async () => ({
  addressHash: null,
  retryAfterS: null,
  quarantineReason: null,
  repeatKey: null,
  uncount: () => undefined,
});
const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-bench-'));
const config = readConfig({ PORT: '0' });
const security = createSecurityHeaders(config);
const store = await openStore({ databaseUrl: null, dataDir });
const metrics = createMetrics(store);
const app = createApp({
  config,
  store,
  check: takeAll,
  pages: await loadPages(distDir, { security, siteUrl: config.siteUrl }),
  security,
  logger: pino({ level: 'silent' }),
  onAccepted: () => undefined,
  // As in production: what is counted there costs its time here.
  onAnswered: (route, status, durationMs) => metrics.observeAnswer(route, status, durationMs),
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('disconnect', async () => {
  app.server.closeAllConnections();
  await app.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send((app.server.address() as AddressInfo).port);
