import { hash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { ResponseHeaders, SecurityHeaders } from './security-headers.ts';

/** One encoding of a file, with its headers prepared. */
export interface Representation {
  bytes: Buffer;
  etag: string;
  headers: ResponseHeaders;
  /** Headers of a 200 and of a 304, names and values in turn: Node writes such a list as it is. */
  ok: string[];
  notModified: string[];
}

export interface SiteFile {
  identity: Representation;
  br: Representation | null;
  gzip: Representation | null;
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

/** A page may change with the next deployment, so browsers revalidate it; its ETag makes that cheap. */
const revalidated = 'no-cache';
/** Astro, and Vite for the console, put a hash of the content into the names in these folders. */
const hashedNames = /^(?:_astro|assets)\//;
const immutable = 'public, max-age=31536000, immutable';
/** Icons and pictures under fixed names. */
export const anHour = 'public, max-age=3600';

const minCompressedBytes = 256;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Reads a file of the built site and compresses it when it is text. */
export async function loadFile(distDir: string, name: string, security: SecurityHeaders): Promise<SiteFile> {
  const file = path.join(distDir, name);
  const extension = path.extname(name).toLowerCase();
  const contentType = contentTypes[extension] ?? 'application/octet-stream';
  const bytes = await readFile(file);
  const isPage = extension === '.html';
  const common: ResponseHeaders = {
    ...(isPage ? security.page(bytes.toString('utf8')) : security.asset),
    'content-type': contentType,
    'cache-control': isPage ? revalidated : hashedNames.test(name) ? immutable : anHour,
  };
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
  const isText = contentType.includes('charset') && bytes.length >= minCompressedBytes;
  // A cache may reuse a compressed answer only for requests that accept the same encoding.
  const vary: ResponseHeaders = isText ? { vary: 'Accept-Encoding' } : {};

  const representation = (body: Buffer, suffix: string, encoding: ResponseHeaders): Representation => {
    const etag = `"${digest}${suffix}"`;
    const headers = { ...common, ...vary, ...encoding, etag, 'content-length': String(body.length) };
    return {
      bytes: body,
      etag,
      headers,
      ok: Object.entries(headers).flat(),
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

/**
 * Keeps the compressed bytes beside the file, so that only the first start after a build pays for them. A
 * build empties the folder, so compressed bytes at least as new as their file were made from it.
 */
async function compressOnce(file: string, suffix: string, compress: () => Promise<Buffer>): Promise<Buffer> {
  const compressedFile = `${file}${suffix}`;
  const [source, kept] = await Promise.all([stat(file), stat(compressedFile).catch(() => null)]);
  if (kept && kept.mtimeMs >= source.mtimeMs && kept.size > 0) return readFile(compressedFile);
  const bytes = await compress();
  // On a read-only disk every start compresses again; nothing else is lost.
  const unfinished = `${compressedFile}.${process.pid}.tmp`;
  await writeFile(unfinished, bytes)
    .then(() => rename(unfinished, compressedFile))
    .catch(() => rm(unfinished, { force: true }).catch(() => undefined));
  return bytes;
}
