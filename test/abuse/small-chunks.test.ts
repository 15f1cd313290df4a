import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { findFreePort, type RunningProgram, startProgram } from '#test/program.ts';
import { signAsSlack } from '#test/slack-click.ts';

const bodies = 6;
const chunks = 60_000;
const secret = '0123456789abcdef0123456789abcdef';

interface SlowPost {
  port: number;
  /** `POST /path`. */
  request: string;
  headers: Record<string, string>;
}

/** Sends a body in chunks of one byte; resolves to the answer's status. */
async function sendByByte({ port, request, headers }: SlowPost): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  const sent = { host: `127.0.0.1:${port}`, connection: 'close', 'transfer-encoding': 'chunked', ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${request} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write('1\r\n \r\n'.repeat(chunks));
  socket.write('0\r\n\r\n');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer.slice(9, 12);
}

const mostMemoryMiB = async (program: RunningProgram) =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1_024;

test('bodies in chunks of one byte do not fill the memory, wherever they are sent', async () => {
  const adminPort = await findFreePort();
  await using program = await startProgram({ SLACK_SIGNING_SECRET: secret, ADMIN_PORT: String(adminPort) });
  const json = { 'content-type': 'application/json' };
  const site = (request: string, headers: Record<string, string>): SlowPost => ({
    port: program.port,
    request,
    headers,
  });
  const console = (request: string, headers: Record<string, string> = {}): SlowPost => ({
    port: adminPort,
    request,
    headers: { ...json, origin: `http://127.0.0.1:${adminPort}`, ...headers },
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: program.url };
  const { 'x-slack-signature': _signature, ...unsigned } = signAsSlack('', secret);
  const posts: readonly [SlowPost, status: string][] = [
    [site('POST /functions/v1/send-to-slack', { ...json, apikey: publishableKey }), '400'],
    [site('POST /functions/v1/send-waitlist-to-slack', { ...json, apikey: publishableKey }), '400'],
    [site('POST /functions/v1/send-to-slack', form), '422'],
    [site('POST /slack/interactivity', signAsSlack('', secret)), '401'],
    [site('POST /slack/interactivity', unsigned), '401'],
    [site('POST /creators', json), '405'],
    [site('GET /creators', json), '200'],
    [site('GET /readyz', json), '200'],
    [console('POST /api/signIn'), '413'],
    [console('POST /api/signOut'), '413'],
    [console('POST /api/subjects', { cookie: `entree-console=${'a'.repeat(43)}` }), '401'],
    [console('GET /'), '200'],
    [console('POST /nothing'), '404'],
  ];
  for (const [post, status] of posts) {
    const before = await mostMemoryMiB(program);
    const statuses = await Promise.all(Array.from({ length: bodies }, () => sendByByte(post)));
    expect([post.request, ...new Set(statuses)]).toEqual([post.request, status]);
    // A list of the chunks of these bodies takes up 90 MiB.
    expect((await mostMemoryMiB(program)) - before, post.request).toBeLessThan(40);
  }
});
