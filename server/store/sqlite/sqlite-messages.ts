import {
  InvalidPlaceError,
  StoreDamagedError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
} from '#server/store/errors.ts';
import type { StoreCalls } from '#server/store/query.ts';

/** Messages between the main thread and the worker that has the database open. */
export interface WorkerSettings {
  file: string;
  busyTimeoutMs: number;
  emptyLogEveryMs: number;
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

export type WorkerMessage =
  | { type: 'answer'; id: number; result: unknown }
  | { type: 'failure'; id: number; error: CarriedError; isFatal: boolean }
  | { type: 'fatal'; error: CarriedError }
  | { type: 'log'; details: object; message: string };

/** Cloning between threads keeps an error's message and stack but not its class. */
export interface CarriedError {
  name: string;
  message: string;
  stack: string | undefined;
  cause: string | undefined;
}

const classes: Readonly<Record<string, new (message: string, options?: ErrorOptions) => Error>> = {
  InvalidPlaceError,
  StoreDamagedError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
};

export function packError(error: unknown): CarriedError {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, cause: cause instanceof Error ? cause.message : undefined };
}

export function unpackError({ name, message, stack, cause }: CarriedError): Error {
  const known = classes[name] ?? Error;
  const error = new known(message, cause === undefined ? {} : { cause: new Error(cause) });
  if (stack !== undefined) error.stack = stack;
  return error;
}
