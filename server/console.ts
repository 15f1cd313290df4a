import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createConsoleApi } from './admin/create-console-api.ts';
import { type RunningConsole, startConsole } from './admin/start-console.ts';
import type { Config } from './config.ts';
import { createLetter } from './mail/new-letter.ts';
import type { OnAnswered } from './observability/log-answers.ts';
import { readAccount } from './operator/account.ts';
import { createCalendar } from './operator/calendar.ts';
import { targetsOf } from './slack-channels.ts';
import type { Store } from './store/store.ts';

const folder = path.join(path.dirname(import.meta.dirname), 'dist-admin');

interface OpenConsoleParts {
  config: Config;
  store: Store;
  logger: FastifyBaseLogger;
  onAnswered: OnAnswered;
  /** Messages or letters may be due now. */
  wakeOutbox(): void;
}

export interface OpenedConsole extends Pick<RunningConsole, 'close'> {
  /** For the start block. On a terminal it has a link that signs in; a file must not get one. */
  address: string;
}

/** Opens the console of the team, unless it is off or its port is taken. */
export async function openConsole({
  config,
  store,
  logger,
  onAnswered,
  wakeOutbox,
}: OpenConsoleParts): Promise<OpenedConsole | null> {
  if (config.console === null) return null;
  const { mail } = config;
  const opened = await startConsole({
    settings: config.console,
    sitePort: config.port,
    folder,
    api: createConsoleApi({
      store,
      calendar: createCalendar(config.timeZone),
      createLetter: mail === null ? null : () => createLetter(mail.from),
      wakeOutbox,
      warn: (details, message) => logger.warn(details, message),
    }),
    store,
    shown: {
      timeZone: config.timeZone,
      sendsLetters: mail !== null,
      sendsMessages: targetsOf(config).waitlist !== null,
    },
    trustProxy: config.trustProxy,
    logger,
    // One label for all files.
    onAnswered: (route, ...rest) => onAnswered(route.startsWith('/api/') ? route : 'console', ...rest),
  });
  if (opened === null) return null;
  const { url, createSignInUrl, close } = opened;
  if (!process.stdout.isTTY)
    return { address: `${url} ("npm run waitlist -- sign-in" prints a link that signs in)`, close };
  const link = await createSignInUrl(readAccount(process.env));
  return {
    address: `${link}\n           (signs in once, within ten minutes; "npm run waitlist -- sign-in" prints another)`,
    close,
  };
}
