import type { Actor } from '#contract/answers.ts';
import type { ConsoleAnswers, ConsoleCall, ConsoleError, ConsoleRequest } from '#contract/console-calls.ts';
import type { ComposeLetter } from '#server/mail/compose-letter.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import type { NewLetter } from '#server/store/review.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** What the calls are answered with. */
export interface ConsoleContext {
  /** The same calls as everywhere else. */
  store: OperatorStore;
  /** Of the setting `TIME_ZONE`. */
  calendar: Calendar;
  /** null: an invitation sends no letter. */
  makeNewLetter: (() => NewLetter) | null;
  /** null: there are no letters. */
  composeLetter: ComposeLetter | null;
  /** Something may be due now: messages or letters. */
  wakeOutbox(): void;
  /** Logs what failed after the answer; without personal data. */
  warn(details: object, message: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The calls about data; those about sessions are answered in `call-routes.ts`. */
export type DataCall = Exclude<ConsoleCall, 'session' | 'signIn' | 'signOut'>;

/** A file, written while it is read from the store. */
export interface ConsoleFile {
  /** For `Content-Disposition`; without personal data. */
  fileName: string;
  contentType: string;
  /** For the header `exportTotalHeader`; null: the header is not sent. */
  rows: number | null;
  /** May throw while it is read: the answer is cut off then. */
  body: AsyncIterable<string>;
}

/** The calls without an answer in JSON answer a file. */
export type ConsoleAnswer<Call extends DataCall> = Call extends keyof ConsoleAnswers
  ? ConsoleAnswers[Call]
  : ConsoleFile;

/** How a call is answered. */
export type Answerer<Call extends DataCall> = (
  request: ConsoleRequest<Call>,
  context: ConsoleContext,
  actor: Actor,
) => Promise<ConsoleAnswer<Call>>;

/** The call is refused, with the status of the code unless another is given. */
export class ConsoleCallError extends Error {
  override readonly name = 'ConsoleCallError';
  readonly code: Extract<ConsoleError['code'], 'NOT_FOUND' | 'INVALID_REQUEST'>;
  readonly status: number | undefined;

  constructor(code: ConsoleCallError['code'], message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * Answers a call whose body was parsed by `consoleCalls`, of a user who is signed in.
 *
 * @throws {ConsoleCallError} when it is refused
 * @throws {StoreUnavailableError} when the store does not answer: 503
 */
export type AnswerCall = <Call extends DataCall>(
  call: Call,
  request: ConsoleRequest<Call>,
  user: Actor,
) => Promise<ConsoleAnswer<Call>>;

export const isFile = (answer: unknown): answer is ConsoleFile =>
  typeof answer === 'object' &&
  answer !== null &&
  Symbol.asyncIterator in Object(Reflect.get(answer, 'body'));
