import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LogLevel } from './config.ts';
import { createLogOutput } from './log-output.ts';
import { describeError } from './observability/describe-error.ts';

/** JSON lines; on a terminal, lines for a person. */
export function createLogger(level: LogLevel): Logger {
  // The start block and messages for the terminal go through these streams. Without a listener for errors, a full
  // disk or a closed terminal would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const output = createLogOutput();
  const options = { level, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) return pino(options, output);
  const format = prettyFactory({ translateTime: 'HH:MM:ss', ignore: 'reqId' });
  return pino(options, { write: (line) => output.write(format(line)) });
}
