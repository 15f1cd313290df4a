import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditProduction } from '../scripts/audit.ts';

interface Answer {
  status: number;
  body: unknown;
}

/** A registry that knows advisories, or none, or has no such endpoint. */
async function startRegistry(answerBulk: () => Answer): Promise<NodeJS.ProcessEnv> {
  const server = createServer((request, response) => {
    const isBulk = request.url === '/-/npm/v1/security/advisories/bulk';
    // What npm 9 asks when that one fails.
    const isQuick = request.url === '/-/npm/v1/security/audits/quick';
    const packument = { name: 'fastify', versions: { '5.12.8': { name: 'fastify', version: '5.12.8' } } };
    const { status, body } = isBulk
      ? answerBulk()
      : isQuick
        ? { status: 405, body: {} }
        : { status: 200, body: packument };
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cache = await mkdtemp(path.join(tmpdir(), 'entree-audit-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(cache, { recursive: true, force: true });
  });
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
  };
}

test('a registry without the endpoint is reported, and never counts as a good answer', async () => {
  const env = await startRegistry(() => ({ status: 405, body: {} }));
  const audit = await auditProduction(env);
  expect(audit.outcome).toBe('unknown');
  expect(audit.text).toMatch(/NOT done.*405/);
});

test('no advisory is a clean audit', async () => {
  const audit = await auditProduction(await startRegistry(() => ({ status: 200, body: {} })));
  expect(audit).toMatchObject({ outcome: 'clean', text: expect.stringMatching(/the \d{2,} packages/) });
});

test('an advisory against a package of production is found, and named', async () => {
  const advisory = {
    id: 1,
    url: 'https://example.com',
    title: 'A hole',
    severity: 'high',
    vulnerable_versions: '<99',
  };
  const env = await startRegistry(() => ({ status: 200, body: { fastify: [advisory] } }));
  const audit = await auditProduction(env);
  expect(audit.outcome).toBe('vulnerable');
  expect(audit.text).toContain('fastify');
});
