import type { IncomingMessage } from 'node:http';
import { hasValidHost } from '#server/http/client-errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** The origin that the browser sent the request to, or why it is refused. */
export type CheckedRequest = { origin: string } | { refusal: string };

/**
 * Refuses requests that another site made a browser send. The Host header must name the console, whatever the address
 * behind the name is (DNS rebinding); what may change something must come from the console's own pages (CSRF).
 * Forwarding headers are ignored.
 *
 * @param origins where the console is; asked with each request, since the port may not be known before it listens
 */
export function createRequestCheck(origins: () => readonly string[]) {
  return (request: IncomingMessage): CheckedRequest => {
    const host = request.headers.host?.toLowerCase();
    const origin = origins().find((candidate) => new URL(candidate).host === host);
    if (origin === undefined || !hasValidHost(request)) {
      return {
        refusal:
          'The console is not at this address. Its addresses: ADMIN_URL, or the one with the port that the server printed.',
      };
    }
    const site = request.headers['sec-fetch-site'];
    if (request.method === 'GET' || request.method === 'HEAD') {
      const isForeign = site === 'cross-site' || site === 'same-site';
      const isNavigation =
        request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
      return isForeign && !isNavigation ? { refusal: 'Other sites may not use the console.' } : { origin };
    }
    const isOwn = request.headers.origin === origin && (site === undefined || site === 'same-origin');
    return isOwn ? { origin } : { refusal: 'The request must come from a page of the console.' };
  };
}

/** The names of this machine with the port on which the console listens, and its address behind a proxy. */
export function consoleOrigins(port: number, url: string | null): string[] {
  const own = loopbackNames.map((name) => new URL(`http://${name}:${port}`).origin);
  return url === null || own.includes(url) ? own : [...own, url];
}
