import { once } from 'node:events';
import { createServer } from 'node:http';
import { findFreePort, type RunningProgram, startProgram } from '#test/program.ts';
import { type RecordedMessage, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';

/** The built site, served by the real server with its own store, and a Slack stand-in that checks each message. */
export interface TestSite {
  url: string;
  program: RunningProgram;
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

const arrivalTimeoutMs = 30_000;

export async function startTestSite(settings: Record<string, string> = {}): Promise<TestSite> {
  const [slack, allowedOrigin, disallowedOrigin] = await Promise.all([
    startSlackStandIn(),
    serveEmptyPage(),
    serveEmptyPage(),
  ]);
  // The pages name the site's address, which must be known before it starts.
  const port = await findFreePort();
  const program = await startProgram({
    PORT: String(port),
    SLACK_WEBHOOK_URL: slack.waitlistUrl,
    SLACK_CONTACT_WEBHOOK_URL: slack.contactUrl,
    SLACK_MIN_INTERVAL_MS: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    ALLOWED_ORIGINS: allowedOrigin.url,
    LOG_LEVEL: 'debug',
    ...settings,
  });

  const messagesWith = (text: string) => slack.messages.filter((message) => message.text.includes(text));
  return {
    url: `http://localhost:${port}`,
    program,
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
    log: program.output,
    async close() {
      await program.stop();
      await Promise.all([slack.close(), allowedOrigin.close(), disallowedOrigin.close()]);
    },
  };
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
