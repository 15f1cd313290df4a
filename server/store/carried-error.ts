import {
  InvalidPlaceError,
  StoreDamagedError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
} from './errors.ts';

/** Cloning between threads keeps an error's message and stack but not its class. */
export interface CarriedError {
  name: string;
  message: string;
  stack: string | undefined;
  cause: string | undefined;
}

const classes = {
  InvalidPlaceError,
  StoreDamagedError,
  StoreOpenError,
  StoreRefusedError,
  StoreUnavailableError,
};

export function packError(error: unknown): CarriedError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, cause: undefined };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { name: error.name, message: error.message, stack: error.stack, cause };
}

export function unpackError({ name, message, stack, cause }: CarriedError): Error {
  const options = cause === undefined ? {} : { cause: new Error(cause) };
  const known = Object.entries(classes).find(([className]) => className === name)?.[1];
  const error = known === undefined ? new Error(message, options) : new known(message, options);
  if (stack !== undefined) error.stack = stack;
  return error;
}
