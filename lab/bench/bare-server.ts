import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the parent process sends, once: each path with its answer, bodies as base64. */
export type BareAnswers = Record<string, { headers: Record<string, string>; body: string }>;

// The least that Node can do: prepared bytes under prepared headers. A process of its own, so that it does
// not share the event loop of what measures it. Sends its port to its parent and ends with it.
process.once('message', (answers: BareAnswers) => {
  const prepared = new Map(
    Object.entries(answers).map(([path, { headers, body }]) => [
      path,
      { headers, bytes: Buffer.from(body, 'base64') },
    ]),
  );
  const server = createServer((request, response) => {
    const answer = prepared.get(request.url ?? '');
    if (answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, answer.headers);
    response.end(answer.bytes);
  }).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
});
