import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from '#test/bundle.ts';
import { compileCache, findFreePort } from '#test/program.ts';
import { type RecordedMessage, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { nodePath } from '../../scripts/node-binary.mjs';

/** The built site, served by the real server with its own store, and a Slack stand-in that checks each message. */
export interface TestSite {
  url: string;
  /** An empty page on another origin, which `ALLOWED_ORIGINS` names. */
  allowedOriginUrl: string;
  /** An empty page on an origin that `ALLOWED_ORIGINS` does not name. */
  disallowedOriginUrl: string;
  slack: SlackStandIn;
  /** Waits for the message that contains this text. */
  messageWith(text: string): Promise<RecordedMessage>;
  messagesWith(text: string): RecordedMessage[];
  /** The server's log so far. */
  log(): string;
  close(): Promise<void>;
}

const startTimeoutMs = 20_000;
const arrivalTimeoutMs = 10_000;

export async function startTestSite(settings: Record<string, string> = {}): Promise<TestSite> {
  const { server: main } = await bundleProgram();
  const dataDir = await mkdtemp(join(tmpdir(), 'entree-browser-'));
  const [slack, allowedOrigin, disallowedOrigin] = await Promise.all([
    startSlackStandIn(),
    serveEmptyPage(),
    serveEmptyPage(),
  ]);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const server = spawn(nodePath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      ADMIN_PORT: 'off',
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: dataDir,
      SLACK_WEBHOOK_URL: slack.waitlistUrl,
      SLACK_CONTACT_WEBHOOK_URL: slack.contactUrl,
      SLACK_MIN_INTERVAL_MS: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      ALLOWED_ORIGINS: allowedOrigin.url,
      LOG_LEVEL: 'debug',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const exited = once(server, 'exit');
  await Promise.race([
    untilReady(url),
    exited.then(() => {
      throw new Error(`The server ended at its start:\n${log}`);
    }),
  ]);

  const messagesWith = (text: string) => slack.messages.filter((message) => message.text.includes(text));
  return {
    url,
    allowedOriginUrl: allowedOrigin.url,
    disallowedOriginUrl: disallowedOrigin.url,
    slack,
    messagesWith,
    async messageWith(text) {
      const deadline = performance.now() + arrivalTimeoutMs;
      for (;;) {
        const [found] = messagesWith(text);
        if (found) return found;
        const left = deadline - performance.now();
        if (left <= 0) throw new Error(`No message with "${text}" came.`);
        await slack.waitForMessages(slack.messages.length + 1, left);
      }
    },
    log: () => log,
    async close() {
      server.kill('SIGTERM');
      await exited;
      await Promise.all([slack.close(), allowedOrigin.close(), disallowedOrigin.close()]);
      await rm(dataDir, { recursive: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server was not ready within ${startTimeoutMs} ms.`);
}

async function serveEmptyPage() {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
