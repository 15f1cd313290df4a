import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export const webhookSecret = `whsec_${Buffer.from('a secret of just 32 bytes, no more'.slice(0, 32)).toString('base64')}`;
export const webhookKey = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');

type ReceivedEvent = { id: string; type: string; timestamp: string; data: Record<string, unknown> };
type Answer = (response: ServerResponse) => void;

/** Answers with this status. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end('an answer');

/** Takes no event for a moment: the connection stays open. */
export const hang: Answer = () => {};

/** Somebody's receiver on loopback, which verifies each event by the official library. */
export async function startWebhookReceiver(port = 0) {
  const verifier = new Webhook(webhookSecret);
  const received: ReceivedEvent[] = [];
  const attempts: { id: string; atMs: number; headers: IncomingHttpHeaders }[] = [];
  const answers: Answer[] = [];
  let choose: (body: string) => Answer | null = () => null;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    attempts.push({ id, atMs: performance.now(), headers });
    const answer = answers.shift() ?? choose(body);
    if (answer !== null) return answer(response);
    try {
      received.push({ id, ...(verifier.verify(body, headers) as Omit<ReceivedEvent, 'id'>) });
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}/hooks/hunter2`,
    /** What was taken: its signature was right. */
    received,
    attempts,
    /** The next requests are answered so, each once, whatever they carry. */
    queueAnswers: (...next: Answer[]) => void answers.push(...next),
    /** All further requests. */
    answerAll: (answer: Answer | null) => {
      choose = () => answer;
    },
    /** Asked for each further request; null: it is taken. */
    setAnswerFor: (answerFor: typeof choose) => {
      choose = answerFor;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
