import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's handler gets its body, at most so long, as a Buffer. Without it the body is discarded. */
    maxBodyBytes?: number;
  }
}

/** A body that cannot be used, with the status that says why. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly statusCode: 400 | 413 | 503;

  constructor(statusCode: 400 | 413 | 503, message: string, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}

const firstRoomBytes = 1024;
/**
 * Bodies up to this length are always read. People send less, so filling `maxBytesAtOnce` does not keep them out.
 */
const usualBytes = 32 * 1024;
/**
 * For all bodies that are being read, beyond `usualBytes` of each. Without this limit the beginnings of thousands of
 * long bodies would fill the memory of a small machine. Above it those that have been long for longest are refused: a
 * click in Slack arrives at once, so bodies that others leave unfinished, also on its own route, do not keep it out.
 */
const maxBytesAtOnce = 64 * 1024 * 1024;

/**
 * The only place where bodies are read, for every route of `app`. A client that sends one byte a chunk makes Node
 * keep 260 bytes for each chunk until the body is read. So nothing may wait between a request's head and its body but
 * by `waitBeforeBody`.
 */
export function takeBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.maxBodyBytes === undefined) request.raw.resume();
    done();
  });
  const reading: Reading = { freeBytes: maxBytesAtOnce, long: new Set() };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const { maxBodyBytes } = request.routeOptions.config;
    if (maxBodyBytes === undefined) return null;
    return readBody(payload, maxBodyBytes, request.headers['content-length'], reading);
  });
}

/** Asks the store before a body is taken; nothing more of the body arrives meanwhile. */
export async function waitBeforeBody<Answer>(
  { raw: { socket } }: FastifyRequest,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (!(socket instanceof Socket)) return ask();
  socket.pause();
  try {
    return await ask();
  } finally {
    socket.resume();
  }
}

export const mediaTypeOf = (contentType: string | undefined): string =>
  contentType?.split(';')[0]?.trim().toLowerCase() ?? '';

/** `undefined`: not JSON, or not UTF-8. */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer));
  } catch {
    return undefined;
  }
}

/** All bodies that are being read at once. */
interface Reading {
  freeBytes: number;
  /** Refuses one that is longer than `usualBytes`; in the order in which they became so. */
  long: Set<() => void>;
}

/**
 * Reads a body into one buffer.
 *
 * @throws {BodyError} 413 when it is longer than `maxBytes`, 503 when too much is being read, the rest unread; 400
 *   when the client stops sending
 */
function readBody(
  payload: Readable,
  maxBytes: number,
  contentLength: string | undefined,
  reading: Reading,
): Promise<Buffer> {
  if (Number(contentLength) > maxBytes) return Promise.reject(tooLong());
  return new Promise((resolve, reject) => {
    let room = Buffer.allocUnsafe(firstRoomBytes);
    let length = 0;
    let isEnded = false;

    function onData(chunk: Buffer) {
      const needed = length + chunk.length;
      if (needed > maxBytes) return end(() => reject(tooLong()));
      if (needed > room.length) {
        const roomBytes = Math.min(maxBytes, Math.max(needed, room.length * 2));
        const moreBytes = beyondUsual(roomBytes) - beyondUsual(room.length);
        if (moreBytes > 0) reading.long.add(refuse);
        for (const refuseLongest of reading.long) {
          if (isEnded || moreBytes <= reading.freeBytes) break;
          refuseLongest();
        }
        if (isEnded) return;
        reading.freeBytes -= moreBytes;
        const larger = Buffer.allocUnsafe(roomBytes);
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      chunk.copy(room, length);
      length = needed;
    }
    const refuse = () => end(() => reject(tooMuchAtOnce()));
    const onEnd = () => end(() => resolve(room.subarray(0, length)));
    const onError = (cause: Error) => end(() => reject(new BodyError(400, 'The body broke off.', { cause })));

    function end(finish: () => void) {
      isEnded = true;
      reading.long.delete(refuse);
      reading.freeBytes += beyondUsual(room.length);
      payload.off('data', onData).off('end', onEnd);
      // Errors may come after the end too: without a listener one would end this process.
      payload.off('error', onError).on('error', ignore);
      finish();
    }
    payload.on('data', onData).on('end', onEnd).on('error', onError);
  });
}

const beyondUsual = (roomBytes: number): number => Math.max(0, roomBytes - usualBytes);
const tooLong = () => new BodyError(413, 'The body is too long.');
const tooMuchAtOnce = () => new BodyError(503, 'Too much is being sent at once.');
const ignore = (): void => undefined;
