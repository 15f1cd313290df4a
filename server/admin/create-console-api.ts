import type { ConsoleRequest } from '#contract/console-calls.ts';
import { InvalidPlaceError } from '#server/store/errors.ts';
import { addNote, decide } from './calls/decide.ts';
import { erase, erasePlan } from './calls/erase.ts';
import { download, exportView } from './calls/files.ts';
import { discard, held, release } from './calls/held.ts';
import { overview } from './calls/overview.ts';
import { person } from './calls/person.ts';
import { retry } from './calls/retry.ts';
import { arrivals, subjects, totals } from './calls/subjects.ts';
import { sendLetterAgain, tellTime } from './calls/telling.ts';
import { undoWave, wavePlan } from './calls/waves.ts';
import {
  type ConsoleAnswer,
  type ConsoleApi,
  ConsoleCallError,
  type ConsoleUser,
  type DataCall,
} from './console-api.ts';
import type { ConsoleContext } from './console-context.ts';

const calls: {
  [Call in DataCall]: (
    request: ConsoleRequest<Call>,
    context: ConsoleContext,
    user: ConsoleUser,
  ) => Promise<ConsoleAnswer<Call>>;
} = {
  subjects,
  totals,
  arrivals,
  person,
  decide,
  wavePlan,
  undoWave,
  tellTime,
  sendLetterAgain,
  addNote,
  download,
  erasePlan,
  erase,
  overview,
  retry,
  held,
  release,
  discard,
  export: exportView,
};

/** Answers that are kept. A page sends a change again within a minute or so; with 20 people these last for hours. */
const mostRemembered = 1_000;

export function createConsoleApi(context: ConsoleContext): ConsoleApi {
  /** Answers to changes, also those that are still being made. */
  const made = new Map<string, Promise<unknown>>();

  /** A change that is sent again joins the first, or gets its answer. */
  function once<Answer>(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const before = made.get(key);
    if (before !== undefined) return before as Promise<Answer>;
    const answer = make();
    made.set(key, answer);
    // A change that failed is made when it is sent again.
    answer.catch(() => made.delete(key));
    const [oldest] = made.keys();
    if (made.size > mostRemembered && oldest !== undefined) made.delete(oldest);
    return answer;
  }

  return {
    async answer(call, request, user) {
      const make = () => calls[call](request, context, user);
      try {
        if (!('changeId' in request)) return await make();
        return await once(`${user.id} ${call} ${JSON.stringify(request)}`, make);
      } catch (error) {
        if (!(error instanceof InvalidPlaceError)) throw error;
        throw new ConsoleCallError('INVALID_REQUEST', error.message);
      }
    },
  };
}
