import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The least that Node can do: the same bytes under the same headers, whatever is asked for.
process.once('message', (answer: { headers: Record<string, string>; body: string }) => {
  const bytes = Buffer.from(answer.body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, answer.headers);
    response.end(bytes);
  }).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
});
