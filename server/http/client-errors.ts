import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type OnRefused, type Refusal, refusal, refusalAnswer } from './answers.ts';
import type { ResponseHeaders } from './security-headers.ts';

const invalid = refusal('INVALID_REQUEST', 'The request is not valid HTTP.');
/** By the code of Node's error. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refusal('INVALID_REQUEST', 'The headers of the request are too large.', {
    status: 431,
  }),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('INVALID_REQUEST', 'The request took too long to arrive.', {
    status: 408,
  }),
};

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
    const refused = refusals[error.code ?? ''] ?? invalid;
    onRefused(refused);
    socket.end(rawAnswer(refused, headers));
    // A client that goes on sending would keep the connection, and the memory of its request, for ever.
    setTimeout(() => socket.destroy(), readAnswerWithinMs).unref();
  };
}

/** The bytes of the answer: Node hands over only the socket. */
function rawAnswer(refused: Refusal, headers: ResponseHeaders): string {
  const { status, headers: own, body } = refusalAnswer(refused, headers);
  const lines = Object.entries({ ...own, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Node keeps the answer that a socket is busy with in this field; its own client-error handling reads it too. */
function hasAnswerUnderWay(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && Reflect.get(message, 'headersSent') === true;
}

export const invalidHost = refusal('INVALID_REQUEST', 'The request must have one valid Host header.');

export const unmetExpectation = refusal('INVALID_REQUEST', 'The Expect header may only be 100-continue.', {
  status: 417,
});

/** A name or an address, and a port (RFC 3986, 3.2.2). */
const validHost = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Exactly one valid Host header; none in HTTP/1.0 (RFC 9112, 3.2). Node takes the first of several. */
export function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count === 1 && validHost.test(headers.host);
}
