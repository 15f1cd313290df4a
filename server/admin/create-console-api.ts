import { InvalidCursorError } from '#server/store/errors.ts';
import { decide, decideWave, letterTime, moveLetters, undoWave, wavePlan } from './calls/decide.ts';
import { erase, erasePlan } from './calls/erase.ts';
import { addPerson, importSheet, readSheet, undoImport } from './calls/import.ts';
import { arrivals, cities, exportView, subjects, totals } from './calls/lists.ts';
import { addNote, cameBack, download, letterPreview, person, sendLetterAgain } from './calls/person.ts';
import { discard, held, overview, release, retry } from './calls/sending.ts';
import {
  type AnswerCall,
  type Answerer,
  ConsoleCallError,
  type ConsoleContext,
  type DataCall,
} from './console-api.ts';

const calls: { [Call in DataCall]: Answerer<Call> } = {
  subjects,
  totals,
  cities,
  arrivals,
  person,
  decide,
  wavePlan,
  decideWave,
  undoWave,
  letterTime,
  letterPreview,
  moveLetters,
  cameBack,
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
  readSheet,
  importSheet,
  undoImport,
  addPerson,
};

/** Answers that are kept. A page sends a change again within a minute or so; with 20 people these last for hours. */
const mostRemembered = 1_000;

export function createConsoleApi(context: ConsoleContext): AnswerCall {
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

  return async (call, request, user) => {
    const make = () => calls[call](request, context, user);
    try {
      if (!('changeId' in request)) return await make();
      return await once(`${user.id} ${call} ${JSON.stringify(request)}`, make);
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error;
      throw new ConsoleCallError('INVALID_REQUEST', error.message);
    }
  };
}
