import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { unsetSiteUrl } from '#contract/pages.ts';
import type { ResponseHeaders, SecurityHeaders } from './security-headers.ts';

/** One encoding of a file, with its headers prepared. */
export interface Representation {
  bytes: Buffer;
  etag: string;
  headers: ResponseHeaders;
}

export interface SiteFile {
  identity: Representation;
  br: Representation | null;
  gzip: Representation | null;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  // `favicon.ico` is a PNG, which every program takes under that name.
  '.ico': 'image/png',
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

/** Names of the files below a folder, with slashes; without what the build has compressed. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/^\.|\.(?:br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

/**
 * Reads a file of a built site. Text has the site's address put in, and is compressed, unless the build has left the
 * compressed bytes beside it.
 */
export async function loadFile(
  distDir: string,
  name: string,
  { security, siteUrl }: { security: SecurityHeaders; siteUrl: string },
): Promise<SiteFile> {
  const file = path.join(distDir, name);
  const extension = path.extname(name).toLowerCase();
  const contentType = contentTypes[extension] ?? 'application/octet-stream';
  const isText = contentType.includes('charset');
  const built = await readFile(file);
  const bytes = isText ? Buffer.from(built.toString('utf8').replaceAll(unsetSiteUrl, siteUrl)) : built;
  const isPage = extension === '.html';
  const isPicture = contentType.startsWith('image/');
  const common: ResponseHeaders = {
    ...(isPage ? security.page(bytes.toString('utf8')) : security[isPicture ? 'picture' : 'asset']),
    'content-type': contentType,
    'cache-control': isPage ? revalidated : hashedNames.test(name) ? immutable : anHour,
  };
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
  const isCompressed = isText && bytes.length >= minCompressedBytes;
  // A cache may reuse a compressed answer only for requests that accept the same encoding.
  const vary: ResponseHeaders = isCompressed ? { vary: 'Accept-Encoding' } : {};

  const representation = (body: Buffer, suffix: string, encoding: ResponseHeaders): Representation => {
    const etag = `"${digest}${suffix}"`;
    const headers = { ...common, ...vary, ...encoding, etag, 'content-length': String(body.length) };
    return { bytes: body, etag, headers };
  };
  const compressed = async (suffix: '.br' | '.gz', compress: () => Promise<Buffer>, encoding: string) => {
    if (!isCompressed) return null;
    const body = (await readFile(`${file}${suffix}`).catch(() => null)) ?? (await compress());
    if (body.length >= bytes.length) return null;
    return representation(body, suffix.replace('.', '-'), { 'content-encoding': encoding });
  };

  return {
    identity: representation(bytes, '', {}),
    br: await compressed('.br', () => compressBrotli(bytes), 'br'),
    gzip: await compressed('.gz', () => gzip(bytes, { level: zlib.constants.Z_BEST_COMPRESSION }), 'gzip'),
  };
}

const compressBrotli = (bytes: Buffer): Promise<Buffer> =>
  brotli(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
