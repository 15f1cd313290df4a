import type { Readable } from 'node:stream';

/** A body that cannot be used, with the status that says why. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly statusCode: 400 | 413;

  constructor(statusCode: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}

const firstRoomBytes = 1024;

/**
 * Reads a body into one buffer. A list of its chunks would take up 260 bytes for each, and a client can send
 * one byte a chunk: 100 bodies of 64 kB would take up 1.7 GB.
 *
 * @throws {BodyError} 413 when it is longer than `maxBytes`, the rest unread; 400 when the client stops sending
 */
export function readBody(
  payload: Readable,
  { maxBytes, contentLength }: { maxBytes: number; contentLength: string | undefined },
): Promise<Buffer> {
  if (Number(contentLength) > maxBytes) return Promise.reject(tooLong());
  return new Promise((resolve, reject) => {
    let room = Buffer.allocUnsafe(firstRoomBytes);
    let length = 0;

    function onData(chunk: Buffer) {
      const needed = length + chunk.length;
      if (needed > maxBytes) return end(() => reject(tooLong()));
      if (needed > room.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, room.length * 2)));
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      chunk.copy(room, length);
      length = needed;
    }
    const onEnd = () => end(() => resolve(room.subarray(0, length)));
    const onError = (cause: Error) => end(() => reject(new BodyError(400, 'The body broke off.', { cause })));

    function end(finish: () => void) {
      payload.off('data', onData).off('end', onEnd);
      // An error after the end still needs its listener: without one it would end this process.
      payload.off('error', onError).on('error', ignore);
      finish();
    }
    payload.on('data', onData).on('end', onEnd).on('error', onError);
  });
}

const tooLong = () => new BodyError(413, 'The body is too long.');
const ignore = (): void => undefined;
