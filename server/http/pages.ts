import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAnswerPage } from './answer-page.ts';
import { queryOf } from './request-path.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { chooseEncoding, sendFile } from './send-file.ts';
import { anHour, listFiles, loadFile, type SiteFile } from './site-file.ts';

/** The site was not built, its build is incomplete, or this user may not read it. */
export class PagesMissingError extends Error {
  override readonly name = 'PagesMissingError';
}

export type Pages = Awaited<ReturnType<typeof loadPages>>;

const notFoundPage = '404.html';
/** No page of its own: the server fills it in for each invitation. */
const answerTemplate = 'answer.html';
const required = ['index.html', notFoundPage, answerTemplate];

/**
 * Reads the built site into memory, with its address put in. A path is looked up, never resolved, so it cannot leave
 * the site.
 * @throws PagesMissingError when the site has not been built, or cannot be read
 */
export async function loadPages(distDir: string, options: { security: SecurityHeaders; siteUrl: string }) {
  const explain = (cause: NodeJS.ErrnoException): never => {
    const message =
      cause.code === 'ENOENT'
        ? `The built site is not in ${distDir}. Build it with: npm run build`
        : `The built site in ${distDir} cannot be read by this user (${cause.code}). Let the user that runs the server read it.`;
    throw new PagesMissingError(message, { cause });
  };
  const names = await listFiles(distDir).catch(explain);
  if (!required.every((name) => names.includes(name))) {
    throw new PagesMissingError(`The built site in ${distDir} is incomplete. Build it with: npm run build`);
  }
  const notFound = await loadFile(distDir, notFoundPage, options).catch(explain);
  const answer = await loadFile(distDir, answerTemplate, options).catch(explain);
  const files = new Map<string, SiteFile>();
  const redirects = new Map<string, string>();
  await Promise.all(
    names.map(async (name) => {
      if (name === notFoundPage || name === answerTemplate) return;
      const url = pageUrl(name);
      files.set(url, await loadFile(distDir, name, options));
      if (!name.endsWith('.html')) return;
      for (const other of [`/${name}`, `${url}/`]) redirects.set(other, url);
    }),
  ).catch(explain);

  return {
    has: (pathname: string) => files.has(pathname) || redirects.has(pathname),
    /** Answers GET and HEAD when the path is a file or a page of the site; otherwise returns false. */
    answer(pathname: string, request: IncomingMessage, response: ServerResponse): boolean {
      const file = files.get(pathname);
      if (file) {
        sendFile(file, request, response);
        return true;
      }
      const location = redirects.get(pathname);
      if (location === undefined) return false;
      const headers = { ...options.security.asset, 'cache-control': anHour, 'content-length': '0' };
      response.writeHead(308, { ...headers, location: `${location}${queryOf(request.url)}` }).end();
      return true;
    },
    answerPage: createAnswerPage(answer.identity.bytes.toString('utf8'), options.security),
    answerNotFound(request: IncomingMessage, response: ServerResponse): void {
      const { bytes, headers } = chooseEncoding(notFound, request.headers['accept-encoding']);
      const { etag: _etag, ...rest } = headers;
      response.writeHead(404, rest).end(bytes);
    },
  };
}

/** `creators/index.html` and `creators.html` are both the page `/creators`. */
function pageUrl(name: string): string {
  if (name === 'index.html') return '/';
  return `/${name.replace(/(?:\/index)?\.html$/, '')}`;
}
