import type { ConsoleAnswers, ConsoleCall, ConsoleError, ConsoleRequest } from '#contract/console-calls.ts';

/** Who is signed in: the identity under which they decide, and the name that is shown. */
export interface ConsoleUser {
  /** Stays the same for the same person: the email, or the account on the server. */
  id: string;
  name: string;
}

/** The calls that are about sessions; the listener answers them by itself. */
type SessionCall = 'session' | 'signIn' | 'signOut';
export type DataCall = Exclude<ConsoleCall, SessionCall>;

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

/** The call is refused; the listener answers with the status of the code. */
export class ConsoleCallError extends Error {
  override readonly name = 'ConsoleCallError';
  readonly code: Extract<ConsoleError['code'], 'NOT_FOUND' | 'INVALID_REQUEST'>;

  constructor(code: ConsoleCallError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface ConsoleApi {
  /**
   * Answers a call whose body was parsed by `consoleCalls`, of a user who is signed in.
   *
   * @throws {ConsoleCallError} when it is refused
   * @throws {StoreUnavailableError} when the store does not answer: 503
   */
  answer<Call extends DataCall>(
    call: Call,
    request: ConsoleRequest<Call>,
    user: ConsoleUser,
  ): Promise<ConsoleAnswer<Call>>;
}

export const isFile = (answer: unknown): answer is ConsoleFile =>
  typeof answer === 'object' &&
  answer !== null &&
  Symbol.asyncIterator in Object(Reflect.get(answer, 'body'));
