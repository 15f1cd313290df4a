import { writeSync } from 'node:fs';

/**
 * Most bytes of lines that wait because the output takes none now: the reader of a pipe is slow, or a disk is full.
 */
const maxWaitingBytes = 256 * 1024;
const retryEveryMs = 100;

/**
 * The log's output. Lines that cannot be written wait; when too many wait, further ones are dropped, and their number
 * is logged once lines are written again. The program goes on in any case.
 */
export function createLogOutput(descriptor = 1): { write(line: string): void } {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let retry: NodeJS.Timeout | undefined;

  function add(line: string): void {
    const bytes = Buffer.from(line);
    if (waitingBytes + bytes.length > maxWaitingBytes) {
      dropped += 1;
      return;
    }
    waiting.push(bytes);
    waitingBytes += bytes.length;
  }

  function writeWaiting(): void {
    let rest = Buffer.concat(waiting);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    } catch {
      // Tried again with the next timer.
    }
    waiting = rest.length === 0 ? [] : [rest];
    waitingBytes = rest.length;
    if (waitingBytes === 0 && dropped > 0) {
      const line = { level: 40, time: Date.now(), dropped, msg: 'Lines of the log could not be written.' };
      dropped = 0;
      add(`${JSON.stringify(line)}\n`);
      writeWaiting();
    }
    if (waitingBytes === 0) {
      clearInterval(retry);
      retry = undefined;
    } else {
      retry ??= setInterval(writeWaiting, retryEveryMs).unref();
    }
  }

  process.once('exit', writeWaiting);
  return {
    write(line) {
      add(line);
      if (retry === undefined) writeWaiting();
    },
  };
}
