/** The parts of an error that a log may carry; others may contain a row, and with it a person's data. */
export interface ErrorDescription {
  type: string;
  code?: string;
  message: string;
  stack?: string | undefined;
  cause?: ErrorDescription;
}

/** SQLSTATE classes whose messages quote values: data exceptions and broken constraints. */
const quotesValues = /^2[23][0-9A-Z]{3}$/;

/** For pino's `err`. Returns type, code, message and stack of the error and its cause, and nothing else. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error was thrown' };
  const code = 'code' in error ? String(error.code) : undefined;
  const hides = (code !== undefined && quotesValues.test(code)) || error instanceof SyntaxError;
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    message: hides ? '(not shown: it may quote what was sent)' : error.message,
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The stack without its first lines, which repeat the message. */
export function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
