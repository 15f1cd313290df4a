import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { DataCall } from '#server/admin/console-api.ts';
import { createConsoleApi } from '#server/admin/create-console-api.ts';
import { createCalendar } from '#server/operator/calendar.ts';
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
export function createMeasuredConsole(store: Store) {
  const api = createConsoleApi({
    store,
    calendar: createCalendar('Australia/Sydney'),
    createLetter: null,
    wakeOutbox: () => {},
    warn: () => {},
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
  };
}
