import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCodes } from '#contract/wire.ts';
import { type OnRefused, type Refusal, refusalAnswer } from './answers.ts';
import type { ResponseHeaders } from './security-headers.ts';

const refusals = {
  invalid: { status: 400, code: errorCodes.invalidRequest, message: 'The request is not valid HTTP.' },
  late: { status: 408, code: errorCodes.invalidRequest, message: 'The request took too long to arrive.' },
  tooLarge: {
    status: 431,
    code: errorCodes.invalidRequest,
    message: 'The headers of the request are too large.',
  },
} as const satisfies Record<string, Refusal>;

/** Closing at once could take the answer away from the client before it has read it. */
const readAnswerWithinMs = 1_000;

/** Answers what Node could not parse as a request: invalid syntax, too large a head, too slow. */
export function createClientErrorHandler(headers: ResponseHeaders, onRefused: OnRefused) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A second answer on a connection that is being answered would corrupt the first.
    if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
      socket.destroy();
      return;
    }
    const refusal =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? refusals.tooLarge
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? refusals.late
          : refusals.invalid;
    onRefused(refusal);
    socket.end(rawAnswer(refusal, headers));
    // A client that goes on sending would keep the connection, and the memory of its request, for ever.
    setTimeout(() => socket.destroy(), readAnswerWithinMs).unref();
  };
}

/** The bytes of the answer: Node hands over only the socket. */
function rawAnswer(refusal: Refusal, headers: ResponseHeaders): string {
  const answer = refusalAnswer(refusal, headers);
  const lines = Object.entries({ ...answer.headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${answer.body}`;
}

/** Node keeps the answer that a socket is busy with in this field; its own client-error handling reads it too. */
function hasAnswerUnderWay(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}
