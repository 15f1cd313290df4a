import * as errors from '#server/store/errors.ts';
import type { StoreCalls } from '#server/store/store-calls.ts';

/** Messages between the main thread and the worker that has the database open. */
export interface WorkerSettings {
  file: string;
  busyTimeoutMs: number;
}

/** Of the answer that says whether the worker could open the database. */
export const openingId = 0;

export interface CallMessage {
  id: number;
  method: keyof StoreCalls;
  values: readonly unknown[];
  /** Replaces the machine's clock in tests; otherwise null. */
  nowMs: number | null;
}

export type WorkerMessage = { id: number; result: unknown } | Failure;

/** Cloning between threads keeps an error's message, stack and cause, but not its class. */
interface Failure {
  id: number;
  className: string;
  error: Error;
  isFatal: boolean;
}

const classes: Readonly<Record<string, new (message: string, options?: ErrorOptions) => Error>> = errors;

export function restoreClass({ className, error }: Failure): Error {
  const known = classes[className];
  if (known === undefined) return error;
  return Object.assign(new known(error.message, { cause: error.cause }), { stack: error.stack });
}
