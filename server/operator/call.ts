import type { Actor, SubmissionRecord } from '#contract/answers.ts';
import type { ConsoleCall, ConsoleError, ConsoleRequest } from '#contract/console-calls.ts';
import type { Filter } from '#contract/console-view.ts';
import type { ComposeLetter } from '#server/mail/compose-letter.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { readFilter } from '#server/operator/read-filter.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { NewLetter } from '#server/store/review.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** What the calls are answered with. */
export interface CallContext {
  /** The same calls as everywhere else. */
  store: OperatorStore;
  /** Of the setting `TIME_ZONE`. */
  calendar: Calendar;
  /** null: there are none, and so an invitation sends none. */
  letters: { make(): NewLetter; compose: ComposeLetter } | null;
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
export interface CallFile {
  /** For `Content-Disposition`; without personal data. */
  fileName: string;
  contentType: string;
  /** For the header `exportTotalHeader`; null: the header is not sent. */
  rows: number | null;
  /** May throw while it is read: the answer is cut off then. */
  body: AsyncIterable<string>;
}

/** How a call is answered. The type of its answer, in the console too, is what the function returns. */
export const answerTo = <Call extends DataCall, Answer>(
  _call: Call,
  answer: (request: ConsoleRequest<Call>, context: CallContext, actor: Actor) => Promise<Answer>,
) => answer;

/** The call is refused, with the status of the code unless another is given. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: Extract<ConsoleError['code'], 'NOT_FOUND' | 'INVALID_REQUEST'>;
  readonly status: number | undefined;

  constructor(code: CallError['code'], message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const refuse = (message: string) => new CallError('INVALID_REQUEST', message);

export const erased = () => new CallError('NOT_FOUND', 'This submission was erased, or never was.');

/** @throws {CallError} when it was erased, or never was */
export async function requireRecord(store: OperatorStore, id: string): Promise<SubmissionRecord> {
  const record = await store.findRecord({ id });
  if (record === null) throw erased();
  return record;
}

export const toFilter = (filter: Filter, { calendar, now }: CallContext): ApplicantFilter =>
  readFilter(filter, { calendar, nowMs: now() });

export const isFile = (answer: unknown): answer is CallFile =>
  Symbol.asyncIterator in Object(Object(answer).body);
