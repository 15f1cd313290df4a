import type { Actor } from '#contract/answers.ts';
import type { ConsoleRequest, Session } from '#contract/console-calls.ts';
import { type CallContext, type DataCall, refuse } from '#server/operator/call.ts';
import * as decisions from '#server/operator/calls/decide.ts';
import * as erasure from '#server/operator/calls/erase.ts';
import * as imports from '#server/operator/calls/import.ts';
import * as lists from '#server/operator/calls/lists.ts';
import * as people from '#server/operator/calls/person.ts';
import * as sending from '#server/operator/calls/sending.ts';
import { InvalidCursorError } from '#server/store/errors.ts';

/** What these files export, by the names of the calls. */
const calls = { ...decisions, ...erasure, ...imports, ...lists, ...people, ...sending };

type DataAnswers = { [Call in DataCall]: Awaited<ReturnType<(typeof calls)[Call]>> };

/** What the calls answer in JSON: all but `export` and `download`, which answer a file. */
export type ConsoleAnswers = Omit<DataAnswers, 'export' | 'download'> & {
  session: Session;
  signIn: Session;
  signOut: Record<string, never>;
};

const answerers: {
  [Call in DataCall]: (
    request: ConsoleRequest<Call>,
    context: CallContext,
    actor: Actor,
  ) => Promise<DataAnswers[Call]>;
} = calls;

/**
 * Answers a call whose body was parsed by `consoleCalls`, of a user who is signed in.
 *
 * @throws {CallError} when it is refused
 * @throws {StoreUnavailableError} when the store does not answer: 503
 */
export type AnswerCall = <Call extends DataCall>(
  call: Call,
  request: ConsoleRequest<Call>,
  user: Actor,
) => Promise<DataAnswers[Call]>;

/** Answers that are kept. A page sends a change again within a minute or so; with 20 people these last for hours. */
const maxRemembered = 1_000;

export function createConsoleApi(context: CallContext): AnswerCall {
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
    if (made.size > maxRemembered && oldest !== undefined) made.delete(oldest);
    return answer;
  }

  return async (call, request, user) => {
    const make = () => answerers[call](request, context, user);
    try {
      if (!('changeId' in request)) return await make();
      return await once(`${user.id} ${call} ${JSON.stringify(request)}`, make);
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error;
      throw refuse(error.message);
    }
  };
}
