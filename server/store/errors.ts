/** The engine failed: disk full, read-only, connection lost. The caller may try again. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Too many submissions already wait for the store. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}

/** The engine refuses this row: its id exists already, or it holds a value that the engine cannot store. The same row is refused again. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError';
}

/** A page was asked for from a place that no page answered. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** The store could not be opened. The message says what happened and what to do; it holds no secrets. */
export class StoreOpenError extends Error {
  override readonly name: string = 'StoreOpenError';
}

/** The database file is damaged. The message says what is damaged and how to restore it. */
export class StoreDamagedError extends StoreOpenError {
  override readonly name: string = 'StoreDamagedError';
}
