import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from './config.ts';
import { describeError } from './observability/describe-error.ts';

/** JSON lines; on a terminal, lines for a person. */
export function createLogger(level: LogLevel): Logger {
  const options = { level, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) return pino(options);
  // In this thread: what a worker has not written yet at the exit would be lost.
  return pino(options, pretty({ translateTime: 'HH:MM:ss', ignore: 'reqId', sync: true }));
}
