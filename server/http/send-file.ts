import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Representation, SiteFile } from './site-file.ts';

/** Answers GET and HEAD with the encoding, the range or the 304 that the request asks for. */
export function sendFile(file: SiteFile, request: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  const requested = request.method === 'GET' && range !== undefined ? parseRange(range, file.identity) : null;
  // Ranges refer to the uncompressed bytes: compressed bytes differ between builds.
  const chosen =
    requested === null ? chooseEncoding(file, request.headers['accept-encoding']) : file.identity;

  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, chosen.etag)) {
    const {
      'content-type': _type,
      'content-length': _length,
      'content-encoding': _encoding,
      ...rest
    } = chosen.headers;
    response.writeHead(304, rest).end();
    return;
  }
  if (requested !== null && (ifRange === undefined || ifRange === chosen.etag)) {
    sendRange(requested, chosen, response);
    return;
  }
  // Of an answer to HEAD, Node leaves the body out.
  response.writeHead(200, chosen.headers).end(chosen.bytes);
}

export function chooseEncoding(
  file: SiteFile,
  acceptEncoding: string | string[] | undefined,
): Representation {
  const accepted = String(acceptEncoding ?? '');
  if (file.br && accepts(accepted, 'br')) return file.br;
  if (file.gzip && accepts(accepted, 'gzip')) return file.gzip;
  return file.identity;
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding without `*`, which no browser sends. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';');
    if (name.trim().toLowerCase() !== encoding) return false;
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0{0,3})?\s*$/i.test(parameter));
  });
}

type ByteRange = { first: number; last: number } | 'unsatisfiable';

/** One range of bytes; null for anything else, which is then answered with the whole file (RFC 9110, 14.2). */
function parseRange(header: string, { bytes }: Representation): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const end = bytes.length - 1;
  if (match[1] === '') {
    const length = Number(match[2]);
    return length === 0 ? 'unsatisfiable' : { first: Math.max(0, bytes.length - length), last: end };
  }
  const first = Number(match[1]);
  const last = match[2] === '' ? end : Math.min(Number(match[2]), end);
  if (match[2] !== '' && Number(match[2]) < first) return null;
  return first > end ? 'unsatisfiable' : { first, last };
}

function sendRange(range: ByteRange, { bytes, headers }: Representation, response: ServerResponse): void {
  if (range === 'unsatisfiable') {
    const none = { ...headers, 'content-range': `bytes */${bytes.length}`, 'content-length': '0' };
    response.writeHead(416, none).end();
    return;
  }
  const part = bytes.subarray(range.first, range.last + 1);
  const some = {
    ...headers,
    'content-range': `bytes ${range.first}-${range.last}/${bytes.length}`,
    'content-length': String(part.length),
  };
  response.writeHead(206, some).end(part);
}

/** Weak comparison, as If-None-Match asks for. */
function matchesEtag(header: string, etag: string): boolean {
  return header.split(',').some((part) => {
    const candidate = part.trim().replace(/^W\//, '');
    return candidate === '*' || candidate === etag;
  });
}
