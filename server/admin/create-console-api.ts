import type { z } from 'zod';
import type { Actor } from '#contract/answers.ts';
import type { Session, SessionCall, sessionCalls } from '#contract/console-calls.ts';
import { type CallContext, type CallFile, refuse } from '#server/operator/call.ts';
import {
  type CallAnswer,
  type CallInput,
  type CallName,
  type CallRequest,
  calls,
} from '#server/operator/calls.ts';
import { InvalidCursorError } from '#server/store/errors.ts';

/** What the calls answer in JSON; the others answer a file. */
export type ConsoleAnswers = {
  [Name in CallName as CallAnswer<Name> extends CallFile ? never : Name]: CallAnswer<Name>;
} & { session: Session; signIn: Session; signOut: Record<string, never> };

/** The bodies of the calls. */
export type ConsoleInputs = { [Name in CallName]: CallInput<Name> } & {
  [Name in SessionCall]: z.input<(typeof sessionCalls)[Name]>;
};

/**
 * Answers a call whose body was parsed by its input, of a user who is signed in.
 *
 * @throws {CallError} when it is refused
 * @throws {StoreUnavailableError} when the store does not answer: 503
 */
export type AnswerCall = <Name extends CallName>(
  call: Name,
  request: CallRequest<Name>,
  user: Actor,
) => Promise<CallAnswer<Name>>;

type Answerer<Name extends CallName> = (
  request: CallRequest<Name>,
  context: CallContext,
  actor: Actor,
) => Promise<CallAnswer<Name>>;

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

  return <Name extends CallName>(name: Name, request: CallRequest<Name>, user: Actor) => {
    // The compiler does not see that each of the calls takes its own request.
    const answer = calls[name].answer as Answerer<Name>;
    const make = () => answer(request, context, user).catch(refuseCursor);
    return 'changeId' in request ? once(`${user.id} ${name} ${JSON.stringify(request)}`, make) : make();
  };
}

function refuseCursor(error: unknown): never {
  throw error instanceof InvalidCursorError ? refuse(error.message) : error;
}
