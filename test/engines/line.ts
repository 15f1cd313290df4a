import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * The line between a browser and the site. A test can cut it or hold it up for some requests, which is
 * the same for every engine: their drivers have no common way to intercept a request.
 */
export interface Line {
  url: string;
  /** The same site under another name: no browser has kept anything of it, whatever it has kept of `url`. */
  secondUrl: string;
  leadTo(siteUrl: string): void;
  /** From now on the connection of a request whose path matches is cut without an answer. */
  cut(path: RegExp): void;
  /** From now on something else answers a request whose path matches, with this page. */
  intercept(path: RegExp, page: string): void;
  /** From now on requests whose path matches wait, until the returned function is called. */
  hold(path: RegExp): () => void;
  /** Nothing is cut, intercepted or held any more, and `requests` is empty. */
  restore(): void;
  /** Method and path of each request since `restore`, as `POST /contact`. */
  requests(): readonly string[];
  close(): Promise<void>;
}

export async function startLine(): Promise<Line> {
  const agent = new Agent({ keepAlive: true });
  let target = new URL('http://localhost');
  let cuts: RegExp[] = [];
  let intercepts: { path: RegExp; page: string }[] = [];
  let holds: { path: RegExp; until: Promise<void>; release: () => void }[] = [];
  let requests: string[] = [];

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const outgoing = request(
      {
        agent,
        port: target.port,
        host: target.hostname,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy());
    // A browser that goes to another page drops what it no longer needs.
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  const server = createServer(async (incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', target);
    requests.push(`${incoming.method} ${pathname}`);
    for (const { path, until } of holds) if (path.test(pathname)) await until;
    const intercepted = intercepts.find(({ path }) => path.test(pathname));
    if (cuts.some((path) => path.test(pathname))) incoming.socket.destroy();
    else if (intercepted) answer.writeHead(200, { 'Content-Type': 'text/html' }).end(intercepted.page);
    else pass(incoming, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  const restore = () => {
    for (const { release } of holds) release();
    cuts = [];
    intercepts = [];
    holds = [];
    requests = [];
  };
  return {
    url: `http://localhost:${port}`,
    secondUrl: `http://127.0.0.1:${port}`,
    leadTo(siteUrl) {
      target = new URL(siteUrl);
    },
    cut: (path) => void cuts.push(path),
    intercept: (path, page) => void intercepts.push({ path, page }),
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.push({ path, until: promise, release: resolve });
      return resolve;
    },
    restore,
    requests: () => requests,
    async close() {
      restore();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
