import type { ConsoleRequest } from '#contract/console-calls.ts';
import { InvalidPlaceError } from '#server/store/errors.ts';
import { addNote, decide } from './calls/decide.ts';
import { erase, erasePlan } from './calls/erase.ts';
import { download, exportView } from './calls/files.ts';
import { discard, held, release } from './calls/held.ts';
import { overview } from './calls/overview.ts';
import { person } from './calls/person.ts';
import { retryChannel, retryLetter, retryMessage } from './calls/retry.ts';
import { arrivals, subjects, totals } from './calls/subjects.ts';
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
  addNote,
  retryMessage,
  retryLetter,
  download,
  erasePlan,
  erase,
  overview,
  retryChannel,
  held,
  release,
  discard,
  export: exportView,
};

export function createConsoleApi(context: ConsoleContext): ConsoleApi {
  return {
    async answer(call, request, user) {
      try {
        return await calls[call](request, context, user);
      } catch (error) {
        if (!(error instanceof InvalidPlaceError)) throw error;
        throw new ConsoleCallError('INVALID_REQUEST', error.message);
      }
    },
  };
}
