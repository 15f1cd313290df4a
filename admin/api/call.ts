import type { z } from 'zod';
import {
  type ConsoleAnswers,
  type ConsoleCall,
  type ConsoleError,
  consoleCallPath,
  type consoleCalls,
} from '#contract/console-calls.ts';
import { connection } from './connection.ts';

const timeoutMs = 20_000;

type CallBody<Call extends ConsoleCall> = z.input<(typeof consoleCalls)[Call]>;

/** The server refused the call, or it could not be reached (`UNREACHABLE`). */
export class CallError extends Error {
  override name = 'CallError';
  readonly code: ConsoleError['code'] | 'UNREACHABLE';
  readonly hasProvider: boolean;

  constructor(error: Omit<ConsoleError, 'code'> & { code: CallError['code'] }, options?: ErrorOptions) {
    super(error.message, options);
    this.code = error.code;
    this.hasProvider = error.hasProvider ?? false;
  }
}

/** May succeed when it is sent again. */
export const mayPass = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'UNREACHABLE' || error.code === 'UNAVAILABLE');

/** The call may have done its work, and only its answer was lost. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'UNREACHABLE';

/** @throws {CallError} */
export async function call<Call extends keyof ConsoleAnswers>(
  name: Call,
  body: CallBody<Call>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<ConsoleAnswers[Call]> {
  const response = await callForFile(name, body, { signal: limited(signal) });
  return (await response.json()) as ConsoleAnswers[Call];
}

const limited = (signal: AbortSignal | undefined) => {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

/** The answer of a call that answers a file, to be read as it comes. @throws {CallError} */
export async function callForFile<Call extends ConsoleCall>(
  name: Call,
  body: CallBody<Call>,
  { signal = null }: { signal?: AbortSignal | null } = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(consoleCallPath(name), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (cause) {
    // Whoever aborted knows why; a timeout is a server that cannot be reached.
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    connection.set(false);
    throw new CallError({ code: 'UNREACHABLE', message: 'The server cannot be reached.' }, { cause });
  }
  connection.set(true);
  if (!response.ok) throw new CallError(await readError(response));
  return response;
}

async function readError(response: Response): Promise<ConsoleError> {
  try {
    return (await response.json()) as ConsoleError;
  } catch {
    // A proxy in front of the console answered, not the console.
    const code = response.status === 401 ? 'SIGN_IN' : response.status === 503 ? 'UNAVAILABLE' : 'INTERNAL';
    return { code, message: `The server answered with status ${response.status}.` };
  }
}
