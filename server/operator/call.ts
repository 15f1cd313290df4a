import type { z } from 'zod';
import type { Actor, SubmissionRecord } from '#contract/answers.ts';
import type { ConsoleError } from '#contract/console-calls.ts';
import type { ComposeLetter } from '#server/mail/compose-letter.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { readFilter } from '#server/operator/read-filter.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { NewLetter, NewWave, SubmissionReference } from '#server/store/review.ts';
import type { OperatorStore } from '#server/store/store.ts';
import type { CallFilter, Mailbox, Whom } from './inputs.ts';

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
  /** Shown while a call goes on. */
  progress(text: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

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

/** An act or a question of the team: what it takes, and its rule. The type of its answer is what the function returns. */
export interface Call<Input extends z.ZodType, Answer> {
  input: Input;
  answer(request: z.output<Input>, context: CallContext, actor: Actor): Promise<Answer>;
}

/** Keeps the types of the input and of the answer. */
export const defineCall = <Input extends z.ZodType, Answer>(call: Call<Input, Answer>): Call<Input, Answer> =>
  call;

/** The call is refused, with the status of the code unless another is given. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: Extract<ConsoleError['code'], 'NOT_FOUND' | 'INVALID_REQUEST'>;
  readonly status: number | undefined;

  constructor(
    code: CallError['code'],
    message: string,
    { status, ...options }: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
  }
}

export const refuse = (message: string, options?: ErrorOptions) =>
  new CallError('INVALID_REQUEST', message, options);

/** @throws {CallError} when it is the id of an import, which its decisions have as those of a wave have theirs */
export async function requireWaveId(store: OperatorStore, id: string): Promise<void> {
  if ((await store.findImport(id)) !== null)
    throw refuse(`${id} is an import, not a wave. "import --undo ${id}" takes it back. Nothing was changed.`);
}

export const erased = (about: SubmissionReference) =>
  new CallError(
    'NOT_FOUND',
    'id' in about
      ? 'This submission was erased, or never was.'
      : `There is no submission #${about.sequence}.`,
  );

/** @throws {CallError} when it was erased, or never was */
export async function requireRecord(
  store: OperatorStore,
  about: SubmissionReference,
): Promise<SubmissionRecord> {
  const record = await store.findRecord(about);
  if (record === null) throw erased(about);
  return record;
}

export const toFilter = (
  filter: CallFilter,
  { calendar, now }: Pick<CallContext, 'calendar' | 'now'>,
): ApplicantFilter => readFilter(filter, { calendar, nowMs: now() });

export const isFile = (answer: unknown): answer is CallFile =>
  Symbol.asyncIterator in Object(Object(answer).body);

/** As the store takes them. Of a view, whoever came later, or was decided about since, is left out. */
export function toWhom(shown: Whom, context: CallContext): NewWave['whom'] {
  if ('people' in shown) return shown;
  const { filter, ...numbers } = shown;
  return { filter: { ...toFilter(filter, context), ...numbers } };
}

/** @throws {CallError} when the submission that names it was erased, or never was */
export const addressOf = async (store: OperatorStore, mailbox: Mailbox): Promise<string> =>
  'email' in mailbox ? mailbox.email : (await requireRecord(store, mailbox.about)).fields.email;
