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
