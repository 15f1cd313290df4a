import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Representation, SiteFile } from './site-file.ts';

/** Answers GET and HEAD with the encoding or the 304 that the request asks for. */
export function sendFile(file: SiteFile, { headers }: IncomingMessage, response: ServerResponse): void {
  const chosen = chooseEncoding(file, headers['accept-encoding']);
  // A list of ETags, perhaps weak ones. The quotation marks are a part of each.
  if (headers['if-none-match']?.includes(chosen.etag)) {
    const {
      'content-type': _type,
      'content-length': _length,
      'content-encoding': _encoding,
      ...rest
    } = chosen.headers;
    response.writeHead(304, rest).end();
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
