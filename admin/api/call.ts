import { type ConsoleError, consoleCallPath, consoleErrors } from '#contract/console-calls.ts';
import type { ConsoleAnswers, ConsoleInputs } from '#server/admin/create-console-api.ts';
import { createValue } from './value.ts';

const timeoutMs = 20_000;
/** A call with a sheet takes long, and waits while other sheets are read. */
const sheetTimeoutMs = 10 * 60_000;
const maxRetries = 2;

/**
 * Whether the last call reached the server. Not `navigator.onLine`: a console on this machine is reached without a
 * network.
 */
export const connection = createValue(true);

/** The calls that answer JSON. */
export type JsonCall = keyof ConsoleAnswers;
export type Answer<Call extends JsonCall> = ConsoleAnswers[Call];
export type CallBody<Call extends keyof ConsoleInputs> = ConsoleInputs[Call];
/** The calls that change something, except `decide`, whose decisions have an id each. */
export type ChangeCall = {
  [Call in JsonCall]: CallBody<Call> extends { changeId: string } ? Call : never;
}[JsonCall];

/** A call failed: the console refused it, something else answered, or nothing did (`UNANSWERED`). */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: ConsoleError['code'] | 'UNANSWERED';
  readonly hasProvider: boolean;

  constructor(error: Omit<ConsoleError, 'code'> & { code: CallError['code'] }, options?: ErrorOptions) {
    super(error.message, options);
    this.code = error.code;
    this.hasProvider = error.hasProvider ?? false;
  }
}

/** The console itself said that nothing was changed. After any other error a change may have been made. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallError && error.code !== 'UNANSWERED' && consoleErrors[error.code] < 500;

/** For queries and mutations: a call that was not refused is sent again. */
export const retryUnanswered = (failures: number, error: Error): boolean =>
  error instanceof CallError && !isRefused(error) && error.code !== 'INTERNAL' && failures < maxRetries;

/** @throws {CallError} */
export async function call<Call extends JsonCall>(
  name: Call,
  body: CallBody<Call>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Answer<Call>> {
  const timeout = AbortSignal.timeout('sheet' in body ? sheetTimeoutMs : timeoutMs);
  const response = await send(name, body, signal ? AbortSignal.any([signal, timeout]) : timeout);
  try {
    return (await response.json()) as Answer<Call>;
  } catch (cause) {
    throw unanswered(cause, response);
  }
}

/** The answer of a call that answers a file, to be read as it comes. @throws {CallError} */
export async function callForFile<Call extends keyof ConsoleInputs>(
  name: Call,
  body: CallBody<Call>,
  { signal = null }: { signal?: AbortSignal | null } = {},
): Promise<Response> {
  const response = await send(name, body, signal);
  if (!response.headers.has('Content-Disposition')) throw unanswered(undefined, response);
  return response;
}

async function send(name: string, body: object, signal: AbortSignal | null): Promise<Response> {
  const { sheet, ...rest } = body as { sheet?: Uint8Array<ArrayBuffer> };
  const json = JSON.stringify(rest);
  let response: Response | undefined;
  try {
    response = await fetch(consoleCallPath(name), {
      method: 'POST',
      headers: { 'Content-Type': sheet ? 'application/octet-stream' : 'application/json' },
      body: sheet ? new Blob([json, '\n', sheet]) : json,
      signal,
    });
    const error: unknown = response.ok ? null : await response.json();
    if (response.ok || isConsoleError(error)) connection.set(true);
    if (response.ok) return response;
    if (isConsoleError(error)) throw new CallError(error);
  } catch (cause) {
    throw cause instanceof CallError ? cause : unanswered(cause, response);
  }
  throw unanswered(undefined, response);
}

const isConsoleError = (answer: unknown): answer is ConsoleError =>
  Object.hasOwn(consoleErrors, Object(answer).code) && typeof Object(answer).message === 'string';

/** An abort needs no message. A timeout means that the server cannot be reached. */
function unanswered(cause: unknown, response?: Response): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
  connection.set(false);
  const message = response
    ? `The server's answer did not arrive: something in between answered, with status ${response.status}.`
    : 'The server cannot be reached.';
  return new CallError({ code: 'UNANSWERED', message }, { cause });
}
