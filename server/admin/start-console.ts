import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '#contract/console-answers.ts';
import { signInFragment } from '#contract/console-calls.ts';
import type { TrustProxy } from '#server/abuse/client-address.ts';
import type { OnAnswered } from '#server/observability/log-answers.ts';
import type { SignInCalls } from '#server/store/sign-in.ts';
import type { ConsoleApi } from './console-api.ts';
import { createConsoleApp } from './console-app.ts';
import { loadConsoleFiles } from './console-files.ts';
import { createConsoleHeaders } from './console-headers.ts';
import type { ConsoleSettings } from './console-settings.ts';
import { createProvider } from './provider.ts';
import { callbackPath, warnOfProvider } from './provider-routes.ts';
import { consoleOrigins } from './request-check.ts';
import { createSessions } from './sessions.ts';
import { createSignInLimit } from './sign-in-limit.ts';

const loopback = '127.0.0.1';
const callGraceMs = 4_000;

export interface ConsoleParts {
  settings: ConsoleSettings;
  /** The site's port: a console on the same port would hide behind it. */
  sitePort: number;
  /** Folder of the built front end. */
  folder: string;
  api: ConsoleApi;
  store: SignInCalls;
  shown: Omit<Session, 'name' | 'hasProvider'>;
  trustProxy: TrustProxy;
  logger: FastifyBaseLogger;
  onAnswered: OnAnswered;
}

export interface RunningConsole {
  /** Where people open it: ADMIN_URL, or its port on this machine. */
  url: string;
  /** An address that signs in once, within ten minutes, as this account on the server. */
  createSignInUrl(account: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts the console on its port, on loopback. null: it cannot; why is logged, and everything else goes on. */
export async function startConsole(parts: ConsoleParts): Promise<RunningConsole | null> {
  const { settings, logger, store } = parts;
  const security = createConsoleHeaders(settings.url?.startsWith('https:') ?? false);
  const files = await loadConsoleFiles(parts.folder, security);
  if (files === null) {
    logger.warn('The console is not built, and so it is not served. Build it with: npm run build');
    return null;
  }
  let origins: readonly string[] = [];
  const limit = createSignInLimit();
  const sessions = createSessions(store, settings.provider?.allowed ?? []);
  const { provider: client, url: consoleUrl } = settings;
  const provider = client && {
    ...client,
    url: consoleUrl ?? '',
    provider: createProvider(client, `${consoleUrl}${callbackPath}`),
  };
  const app = createConsoleApp({
    api: parts.api,
    files,
    security,
    sessions,
    limit,
    store,
    settings: { ...parts.shown, hasProvider: settings.provider !== null },
    origins: () => origins,
    trustProxy: parts.trustProxy,
    logger,
    onAnswered: parts.onAnswered,
    provider,
  });
  try {
    // On some systems a more precise address hides the site on the same port.
    if (settings.port === parts.sitePort && settings.port !== 0) throw new Error('PORT has it.');
    await app.listen({ host: loopback, port: settings.port });
  } catch (error) {
    await app.close();
    logger.warn(explainPort(error, settings.port));
    return null;
  }
  // Only to report a problem early: a sign-in asks the provider again.
  provider?.provider.discover().catch((error: unknown) => warnOfProvider(logger, error));
  const { port } = app.server.address() as AddressInfo;
  origins = consoleOrigins(port, settings.url);
  const url = settings.url ?? `http://${loopback}:${port}`;
  return {
    url,
    createSignInUrl: async (account) => `${url}/${signInFragment(await sessions.createLink(account))}`,
    async close() {
      // A call in flight gets its answer; a connection that has sent half a request does not delay the stop.
      const timer = setTimeout(() => app.server.closeAllConnections(), callGraceMs);
      await app.close();
      clearTimeout(timer);
      await limit.close();
    },
  };
}

function explainPort(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = code === 'EACCES' ? 'may not be used by this user' : 'is in use by another program';
  return `Port ${port} (ADMIN_PORT) ${why}, and so the console is not served. Set ADMIN_PORT to a free port from 1024, or to off.`;
}
