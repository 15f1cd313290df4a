import type { IncomingMessage } from 'node:http';
import { errorCodes } from '#contract/wire.ts';
import type { Refusal } from './answers.ts';

export const invalidHost: Refusal = {
  code: errorCodes.invalidRequest,
  message: 'The request must have one valid Host header.',
};

export const unmetExpectation: Refusal = {
  status: 417,
  code: errorCodes.invalidRequest,
  message: 'The Expect header may only be 100-continue.',
};

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
