import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '#test/mail-server.ts';

/**
 * A reverse proxy with TLS in front of a port of this machine, as `docs/operations.md` has it: the Host stays as
 * the browser sends it, and what a visitor claims about forwarding is replaced. Its certificate is for `localhost`
 * and signed by itself.
 */
export async function startTlsProxy(port: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(testCertificate, (incoming, outgoing) => {
    const { method, url: path, headers, socket } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const onwards = request({ host: '127.0.0.1', port, method, path, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.pipe(onwards);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
