import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { signInFragment } from '#contract/console-calls.ts';
import { describePeriod } from '#contract/periods.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import type { Config } from '#server/config.ts';
import { closeInTime } from '#server/http/connections.ts';
import type { OnAnswered } from '#server/observability/log-answers.ts';
import { readAccount } from '#server/operator/account.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { createLetters } from '#server/operator/letters.ts';
import { targetsOf } from '#server/slack-channels.ts';
import type { Store } from '#server/store/store.ts';
import { createConsoleApp } from './console-app.ts';
import { loadConsoleFiles } from './console-files.ts';
import { createConsoleHeaders } from './console-headers.ts';
import { createConsoleApi } from './create-console-api.ts';
import { createProvider } from './provider.ts';
import { consoleOrigins } from './request-check.ts';
import { createLink } from './sign-in-token.ts';

const loopback = '127.0.0.1';
const builtFolder = path.join(import.meta.dirname, '../../dist-admin');

interface StartConsoleParts {
  config: Config;
  store: Store;
  logger: FastifyBaseLogger;
  onAnswered: OnAnswered;
  /** Messages or letters may be due now. */
  wakeOutbox(): void;
  /** Of the built front end. */
  folder?: string;
}

export interface RunningConsole {
  /** Where people open it: ADMIN_URL, or its port on this machine. */
  url: string;
  /** An address that signs in once, within ten minutes, as this account on the server. */
  createSignInUrl(account: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts the console on its port, on loopback. null: it is off, or cannot be served; then why is logged. */
export async function startConsole(parts: StartConsoleParts): Promise<RunningConsole | null> {
  const { config, store, logger, onAnswered, wakeOutbox, folder = builtFolder } = parts;
  const { console: settings, timeZone } = config;
  if (settings === null) return null;
  const security = createConsoleHeaders(settings.url);
  const files = await loadConsoleFiles(folder, security).catch((error: NodeJS.ErrnoException) => error);
  if (files === null || files instanceof Error) {
    logger.warn(
      files === null
        ? 'The console is not built, and so it is not served. Build it with: npm run build'
        : `The built console in ${folder} cannot be read by this user (${files.code}), and so it is not served. Let the user that runs the server read it.`,
    );
    return null;
  }
  let origins: readonly string[] = [];
  const provider = settings.provider && {
    ...settings.provider,
    provider: createProvider(settings.provider),
  };
  const app = createConsoleApp({
    answer: createConsoleApi({
      store,
      calendar: createCalendar(timeZone),
      letters: createLetters(config),
      wakeOutbox,
      warn: (details, message) => logger.warn(details, message),
      progress() {},
      now: Date.now,
    }),
    files,
    security,
    store,
    settings: {
      timeZone,
      sendsLetters: config.mail !== null,
      sendsMessages: targetsOf(config).waitlist !== null,
    },
    origins: () => origins,
    trustProxy: trustedProxies(config.trustProxy, settings.url),
    logger,
    // One label for all files.
    onAnswered: (route, ...rest) => onAnswered(route.startsWith('/api/') ? route : 'console', ...rest),
    provider,
  });
  try {
    // On some systems a more precise address hides the site on the same port.
    if (settings.port === config.port && settings.port !== 0) throw new Error('PORT has it.');
    await app.listen({ host: loopback, port: settings.port });
  } catch (error) {
    await app.close();
    logger.warn(explainPort(error, settings.port));
    return null;
  }
  const { port } = app.server.address() as AddressInfo;
  origins = consoleOrigins(port, settings.url);
  const url = settings.url ?? `http://${loopback}:${port}`;
  return {
    url,
    createSignInUrl: async (account) => `${url}/${signInFragment(await createLink(store, account))}`,
    async close() {
      await closeInTime(app);
    },
  };
}

/** With `ADMIN_URL` what arrives on loopback comes from a proxy on this machine. */
const trustedProxies = (trustProxy: TrustProxy, url: string | null): TrustProxy =>
  url === null ? trustProxy : ['loopback', ...(trustProxy || [])];

/** For the start block. On a terminal it has a link that signs in; a file must not get one. */
export async function describeConsole({ url, createSignInUrl }: RunningConsole): Promise<string> {
  if (!process.stdout.isTTY) return `${url} ("npm run waitlist -- sign-in" prints a link that signs in)`;
  const link = await createSignInUrl(readAccount(process.env));
  return `${link}\n           (signs in once, within ${describePeriod('signInLinkMs')}; "npm run waitlist -- sign-in" prints another)`;
}

function explainPort(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use';
  return `Port ${port} (ADMIN_PORT) ${why}, and so the console is not served. Set ADMIN_PORT to a free port from 1024, or to off.`;
}
