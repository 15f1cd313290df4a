/** The engine could not do it: disk full, read-only, connection lost. Nothing was acknowledged. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly retryable = true;
}

/** Too many wait in front of the store. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
  readonly retryable = true;
}

/** The engine refuses this very row (an id that is there already, a value it cannot hold): trying again changes nothing. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError';
  readonly retryable = false;
}

/** The store could not be opened. The message says what happened and how to mend it, without secrets. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
  readonly retryable = false;
}
