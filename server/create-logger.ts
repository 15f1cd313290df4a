import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LogLevel } from './config.ts';
import { createLogOutput } from './log-output.ts';
import { describeError } from './observability/describe-error.ts';

/** JSON lines; on a terminal, lines for a person. */
export function createLogger(level: LogLevel): Logger {
  // The start block and terminal messages go through these streams; without a listener an output that takes
  // nothing (a full disk, a terminal that was closed) would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const output = createLogOutput();
  const options = { level, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) return pino(options, output);
  const format = prettyFactory({ translateTime: 'HH:MM:ss', ignore: 'reqId' });
  return pino(options, { write: (line) => output.write(format(line)) });
}
