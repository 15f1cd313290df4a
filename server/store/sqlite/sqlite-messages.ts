import type { CarriedError } from '#server/store/carried-error.ts';
import type { StoreCalls } from '#server/store/store-calls.ts';

/** Messages between the main thread and the worker that has the database open. */
export interface WorkerSettings {
  file: string;
  busyTimeoutMs: number;
  emptyLogEveryMs: number;
}

export interface CallMessage {
  id: number;
  method: keyof StoreCalls;
  values: readonly unknown[];
  /** Replaces the machine's clock in tests; otherwise null. */
  nowMs: number | null;
}

/** Why an opening takes longer than usual. */
export type OpeningStep = 'check' | 'rewrite';

export type WorkerMessage =
  | { type: 'opening'; step: OpeningStep; bytes: number }
  | { type: 'not-rewritten'; error: CarriedError }
  | { type: 'opened' }
  | { type: 'not-opened'; error: CarriedError }
  | { type: 'answer'; id: number; result: unknown }
  | { type: 'failure'; id: number; error: CarriedError; isFatal: boolean }
  | { type: 'fatal'; error: CarriedError };
