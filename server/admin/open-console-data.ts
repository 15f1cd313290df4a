import type { Config } from '#server/config.ts';
import { createLetter } from '#server/mail/new-letter.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';
import { openConsoleStore } from '#server/store/open-console-store.ts';
import type { StoreLogger } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import type { ConsoleApi } from './console-api.ts';
import { createConsoleApi } from './create-console-api.ts';
import { createPeopleFollower } from './people-follower.ts';

export interface ConsoleData {
  /** Answers the console's calls. */
  api: ConsoleApi;
  close(): Promise<void>;
}

/**
 * Opens the store for the console, and begins to follow the submissions. The server's start does not wait for it;
 * the first calls do.
 */
export function openConsoleData(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'mail' | 'timeZone'>,
  parts: ConsoleDataParts,
): ConsoleData {
  const opening = open(config, parts);
  opening.catch((error: unknown) =>
    parts.logger.warn({ err: error }, 'The console could not open the store, and answers no calls.'),
  );
  return {
    api: {
      async answer(call, request, user) {
        const { api } = await opening.catch((cause: unknown) => {
          throw new StoreUnavailableError('The console could not open the store.', { cause });
        });
        return api.answer(call, request, user);
      },
    },
    close: () =>
      opening.then(
        (opened) => opened.close(),
        () => {},
      ),
  };
}

interface ConsoleDataParts {
  store: Pick<Store, 'decide' | 'addNote'>;
  wakeOutbox(): void;
  logger: StoreLogger;
}

async function open(
  config: Parameters<typeof openConsoleData>[0],
  { store, wakeOutbox, logger }: ConsoleDataParts,
): Promise<ConsoleData> {
  const { mail } = config;
  const consoleStore = await openConsoleStore(config);
  const follower = createPeopleFollower({
    store: consoleStore,
    onFailure: (error) => logger.warn({ err: error }, "The console's list could not be brought up to date."),
  });
  follower.start();
  return {
    api: createConsoleApi({
      store,
      consoleStore,
      follower,
      calendar: createCalendar(config.timeZone),
      createLetter: mail === null ? null : () => createLetter(mail.from),
      wakeOutbox,
      warn: (details, message) => logger.warn(details, message),
    }),
    async close() {
      await follower.stop();
      await consoleStore.close();
    },
  };
}
