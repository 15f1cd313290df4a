import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Loopback only: metrics are for the operator of the machine. */
const opsHost = '127.0.0.1';
/** Another name may lead a browser here (DNS rebinding). The port is not compared: a tunnel has its own. */
const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Serves `GET /metrics` on loopback.
 * @throws when it cannot listen on the port
 */
export async function listenForOps(metrics: Pick<Metrics, 'render'>, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const refuse = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    request.resume();
    if (!ownHost.test(request.headers.host ?? ''))
      return refuse(403, 'Metrics are for this machine: ask for localhost, 127.0.0.1 or [::1]\n');
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return refuse(404, 'Metrics are at /metrics\n');
    metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  // Rejects with the server's error.
  await once(server.listen(port, opsHost), 'listening');
  return server;
}
