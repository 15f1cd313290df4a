import { type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { forTerminal } from '#contract/clean-text.ts';
import type { Config } from './config.ts';
import { describeError } from './observability/describe-error.ts';

/** JSON lines; on a terminal, lines for a person. */
export function createLogger(level: Config['logLevel']): Logger {
  // The start block and messages for the terminal go through these streams. Without a listener for errors, a full
  // disk or a closed terminal would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const output = createLogOutput();
  const options = { level, base: null, serializers: { err: describeError } };
  if (!process.stdout.isTTY) return pino(options, { write: (line) => output.write(forTerminal(line)) });
  const format = prettyFactory({ translateTime: 'HH:MM:ss', ignore: 'reqId' });
  return pino(options, { write: (line) => output.write(format(JSON.parse(line, keepSafe))) });
}

/** Before the line has the colours of its own. */
const keepSafe = (_key: string, value: unknown) => (typeof value === 'string' ? forTerminal(value) : value);

/** Most bytes of lines that wait because the output takes none now: the reader of a pipe is slow, or a disk is full. */
const maxWaitingBytes = 256 * 1024;
const retryEveryMs = 100;

/**
 * Lines that cannot be written wait; when too many wait, further ones are dropped, and their number is logged once
 * lines are written again. The program goes on in any case.
 */
function createLogOutput() {
  const output = pino.destination({
    sync: true,
    // With 0, `flush` would do nothing.
    minLength: 1,
    maxLength: maxWaitingBytes,
    // Pino's own retry would stop the whole process meanwhile.
    retryEAGAIN: () => false,
  });
  let dropped = 0;
  let retry: NodeJS.Timeout | undefined;
  output.on('drop', () => {
    dropped += 1;
  });
  output.on('error', () => {
    clearTimeout(retry);
    retry = setTimeout(() => output.flush(), retryEveryMs).unref();
  });
  function reportDropped(): void {
    if (dropped === 0) return;
    const line = { level: 40, time: Date.now(), dropped, msg: 'Lines of the log could not be written.' };
    dropped = 0;
    output.write(`${JSON.stringify(line)}\n`);
  }
  output.on('drain', reportDropped);
  process.once('exit', () => {
    output.flush();
    reportDropped();
  });
  return output;
}
