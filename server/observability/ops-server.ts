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
    request.resume();
    if (!ownHost.test(request.headers.host ?? '')) {
      response
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
        .end('Metrics are for this machine: ask for localhost, 127.0.0.1 or [::1]\n');
      return;
    }
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('Metrics are at /metrics\n');
      return;
    }
    metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, opsHost, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}
