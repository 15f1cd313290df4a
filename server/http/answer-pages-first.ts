import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Pages } from './pages.ts';

export interface PagesFirst {
  /** From here on every request goes the router's way, which also tells clients to hang up. */
  stop(): void;
}

/**
 * Answers what is plainly a page or a file of the site before the router sees it: routing, hooks and ids
 * cost more than the answer itself. Everything else, a path in an unusual form included, goes on to whoever
 * listened before, and is answered the same there.
 * @param onAnswered after each answer that was given here
 */
export function answerPagesFirst(
  server: Server,
  pages: Pages,
  onAnswered: (method: string, status: number, durationMs: number) => void,
): PagesFirst {
  const passOn = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  let isStopped = false;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const startedAtMs = performance.now();
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && !isStopped && pages.answer(withoutQuery(url), request, response)) {
      response.once('finish', () => onAnswered(method, response.statusCode, performance.now() - startedAtMs));
      return;
    }
    for (const listener of passOn) listener.call(server, request, response);
  });
  return {
    stop() {
      isStopped = true;
    },
  };
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
