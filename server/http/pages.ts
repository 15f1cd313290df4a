import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { ResponseHeaders, SecurityHeaders } from './security-headers.ts';

/** The site was not built, or not wholly. */
export class PagesMissingError extends Error {
  override readonly name = 'PagesMissingError';
}

/** Names and values in turn: Node takes them like this without another look at an object. */
type HeaderList = string[];

interface Representation {
  bytes: Buffer;
  etag: string;
  headers: ResponseHeaders;
  whole: HeaderList;
  notModified: HeaderList;
}

interface SiteFile {
  identity: Representation;
  br: Representation | null;
  gzip: Representation | null;
}

/** The built site, in memory. A path is looked up, never resolved, so it cannot leave the site. */
export interface Pages {
  /** Answers GET and HEAD when the path is a file or a page of the site; false when it is not. */
  answer(pathname: string, request: IncomingMessage, response: ServerResponse): boolean;
  has(pathname: string): boolean;
  answerNotFound(request: IncomingMessage, response: ServerResponse): void;
  readonly fileCount: number;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

/** A page may change with the next deployment, so it is asked for again; its ETag makes that cheap. */
const revalidated = 'no-cache';
/** Astro puts a hash of the content into these names. */
const immutable = 'public, max-age=31536000, immutable';
/** Icons and pictures under fixed names. */
const anHour = 'public, max-age=3600';

const minCompressedBytes = 256;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Reads the built site into memory and compresses what is text. Compressed bytes are kept beside
 * their files, so that only the first start after a build pays for them.
 * @throws PagesMissingError when the site has not been built
 */
export async function loadPages(distDir: string, security: SecurityHeaders): Promise<Pages> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new PagesMissingError(`The built site is not in ${distDir}. Build it with: npm run build`, {
      cause,
    });
  });
  const files = new Map<string, SiteFile>();
  const redirects = new Map<string, string>();
  let notFound: SiteFile | null = null;

  const names = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|tmp)$/.test(entry.name))
    .map((entry) =>
      path.relative(distDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
  await Promise.all(
    names.map(async (name) => {
      const file = await loadFile(distDir, name, security);
      if (name === '404.html' || name === '404/index.html') {
        notFound = file;
        return;
      }
      const url = pageUrl(name);
      files.set(url, file);
      if (!name.endsWith('.html')) return;
      for (const other of [`/${name}`, `${url}/`])
        if (other !== url && url !== '/') redirects.set(other, url);
    }),
  );
  if (files.has('/')) redirects.set('/index.html', '/');
  const missing = notFound as SiteFile | null;
  if (!files.has('/') || missing === null) {
    throw new PagesMissingError(`The built site in ${distDir} is not whole. Build it with: npm run build`);
  }

  return {
    fileCount: names.length,
    has: (pathname) => files.has(pathname) || redirects.has(pathname),
    answer(pathname, request, response) {
      const file = files.get(pathname);
      if (file) {
        sendFile(file, request, response);
        return true;
      }
      const location = redirects.get(pathname);
      if (location === undefined) return false;
      const headers = { ...security.asset, 'cache-control': anHour, location, 'content-length': '0' };
      response.writeHead(308, headers).end();
      return true;
    },
    answerNotFound(request, response) {
      const { bytes, headers } = chooseEncoding(missing, request.headers['accept-encoding']);
      const { etag: _etag, 'accept-ranges': _ranges, ...rest } = headers;
      response.writeHead(404, rest).end(bytes);
    },
  };
}

/** `creators/index.html` and `creators.html` are both the page `/creators`. */
function pageUrl(name: string): string {
  if (name === 'index.html') return '/';
  return `/${name.replace(/(?:\/index)?\.html$/, '')}`;
}

async function loadFile(distDir: string, name: string, security: SecurityHeaders): Promise<SiteFile> {
  const file = path.join(distDir, name);
  const extension = path.extname(name).toLowerCase();
  const contentType = contentTypes[extension] ?? 'application/octet-stream';
  const bytes = await readFile(file);
  const isPage = extension === '.html';
  const common: ResponseHeaders = {
    ...(isPage ? security.page(bytes.toString('utf8')) : security.asset),
    'content-type': contentType,
    'cache-control': isPage ? revalidated : name.startsWith('_astro/') ? immutable : anHour,
  };
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const isText = contentType.includes('charset') && bytes.length >= minCompressedBytes;
  // A compressed answer may be kept by caches only for those who asked alike.
  const vary: ResponseHeaders = isText ? { vary: 'Accept-Encoding' } : {};

  const representation = (body: Buffer, suffix: string, encoding: ResponseHeaders): Representation => {
    const etag = `"${hash}${suffix}"`;
    const headers = { ...common, ...vary, ...encoding, etag, 'content-length': String(body.length) };
    return {
      bytes: body,
      etag,
      headers,
      whole: Object.entries(headers).flat(),
      notModified: Object.entries({ ...withoutContent(common), ...vary, etag }).flat(),
    };
  };
  const compressed = async (suffix: '.br' | '.gz', compress: () => Promise<Buffer>, encoding: string) => {
    if (!isText) return null;
    const body = await compressOnce(file, suffix, compress);
    if (body.length >= bytes.length) return null;
    return representation(body, suffix.replace('.', '-'), { 'content-encoding': encoding });
  };

  return {
    identity: representation(bytes, '', { 'accept-ranges': 'bytes' }),
    br: await compressed(
      '.br',
      () =>
        brotli(bytes, {
          params: {
            [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
            [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
      'br',
    ),
    gzip: await compressed('.gz', () => gzip(bytes, { level: zlib.constants.Z_BEST_COMPRESSION }), 'gzip'),
  };
}

function withoutContent(headers: ResponseHeaders): ResponseHeaders {
  const { 'content-type': _type, ...rest } = headers;
  return rest;
}

/** A build empties the folder, so a neighbour at least as new as its file was made from it. */
async function compressOnce(file: string, suffix: string, compress: () => Promise<Buffer>): Promise<Buffer> {
  const neighbour = `${file}${suffix}`;
  const [source, kept] = await Promise.all([stat(file), stat(neighbour).catch(() => null)]);
  if (kept && kept.mtimeMs >= source.mtimeMs && kept.size > 0) return readFile(neighbour);
  const bytes = await compress();
  // On a read-only disk every start compresses again; nothing else is lost.
  const unfinished = `${neighbour}.${process.pid}.tmp`;
  await writeFile(unfinished, bytes)
    .then(() => rename(unfinished, neighbour))
    .catch(() => rm(unfinished, { force: true }).catch(() => undefined));
  return bytes;
}

function chooseEncoding(file: SiteFile, acceptEncoding: string | string[] | undefined): Representation {
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

function sendFile(file: SiteFile, request: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  const wanted = request.method === 'GET' && range !== undefined ? parseRange(range, file.identity) : null;
  // Ranges are of the bytes as they are: of compressed ones they would depend on who compressed.
  const chosen = wanted === null ? chooseEncoding(file, request.headers['accept-encoding']) : file.identity;

  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, chosen.etag)) {
    response.writeHead(304, chosen.notModified).end();
    return;
  }
  if (wanted !== null && (ifRange === undefined || ifRange === chosen.etag)) {
    sendRange(wanted, chosen, response);
    return;
  }
  // Of an answer to HEAD, Node leaves the body out.
  response.writeHead(200, chosen.whole).end(chosen.bytes);
}

type ByteRange = { first: number; last: number } | 'unsatisfiable';

/** One range of bytes; null for anything else, which is then answered as a whole (RFC 9110, 14.2). */
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
