import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { DataCall } from '#server/admin/console-api.ts';
import { createConsoleApi } from '#server/admin/create-console-api.ts';
import { createPeopleFollower, type PeopleFollower } from '#server/admin/people-follower.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { openConsoleStore } from '#server/store/open-console-store.ts';
import type { Store } from '#server/store/store.ts';

export interface ViewQuestion {
  call: DataCall;
  body: unknown;
}

export interface ViewReading {
  ms: number;
  /** Of a page of the list. */
  next: string | null;
}

/** The console's calls in the server's process, as `main.ts` starts them, without the listener. */
export async function openMeasuredConsole(
  store: Store,
  place: { databaseUrl: string | null; dataDir: string },
) {
  const consoleStore = await openConsoleStore(place);
  const fail = (error: unknown) => {
    throw error;
  };
  const createFollower = (): PeopleFollower => createPeopleFollower({ store: consoleStore, onFailure: fail });
  let follower = createFollower();
  const api = createConsoleApi({
    store,
    consoleStore,
    follower: { catchUp: () => follower.catchUp() },
    calendar: createCalendar('Australia/Sydney'),
    createLetter: null,
    wakeOutbox: () => {},
    warn: fail,
  });
  return {
    async read({ call, body }: ViewQuestion): Promise<ViewReading> {
      const startedAtMs = performance.now();
      const answer = await api.answer(call, body as ConsoleRequest<typeof call>, {
        id: 'bench',
        name: 'Bench',
      });
      const ms = performance.now() - startedAtMs;
      const next: unknown = Reflect.get(answer, 'next');
      return { ms, next: typeof next === 'string' ? next : null };
    },
    async setFollowing(isOn: boolean) {
      await follower.stop();
      follower = createFollower();
      if (isOn) follower.start();
    },
    async close() {
      await follower.stop();
      await consoleStore.close();
    },
  };
}
