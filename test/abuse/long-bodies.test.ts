import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { startProgram } from '#test/program.ts';
import { sampleSubmission } from '#test/sample-submissions.ts';
import { signAsSlack } from '#test/slack-click.ts';

const secret = '0123456789abcdef0123456789abcdef';
const bodies = 1_600;
const bodyBytes = 250 * 1024;

test('the beginnings of many long bodies do not fill the memory, and clicks and a submission are taken meanwhile', async () => {
  await using program = await startProgram({ SLACK_SIGNING_SECRET: secret });
  const readMemoryMiB = async (name: 'VmRSS' | 'VmHWM') =>
    Number(
      new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${program.pid}/status`, 'utf8'))?.[1],
    ) / 1_024;
  const before = await readMemoryMiB('VmRSS');

  const headers = { host: 'x', 'content-length': String(bodyBytes + 1), ...signAsSlack('', secret) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = Buffer.from(`POST /slack/interactivity HTTP/1.1\r\n${lines.join('')}\r\n`);
  const body = Buffer.alloc(bodyBytes, 'a');
  const refused: Promise<unknown>[] = [];
  const sent: Promise<unknown>[] = [];
  for (let count = 0; count < bodies; count += 1) {
    const socket: Socket = connect(program.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    refused.push(once(socket, 'data').then(([answer]) => expect(String(answer)).toMatch(/^HTTP\/1.1 503 /)));
    sent.push(new Promise((resolve) => socket.write(Buffer.concat([start, body]), resolve)));
  }
  await Promise.race(refused);
  await Promise.all(sent);

  // Twice: the room that the first needs was another body's.
  for (const padding of ['1', '2']) {
    const click = `payload=${encodeURIComponent(JSON.stringify({ type: 'other', padding: padding.repeat(200 * 1024) }))}`;
    const clicked = await fetch(`${program.url}/slack/interactivity`, {
      method: 'POST',
      headers: signAsSlack(click, secret),
      body: click,
    });
    expect(clicked.status).toBe(200);
  }

  const answer = await fetch(`${program.url}/functions/v1/send-to-slack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: publishableKey },
    body: JSON.stringify({ ...sampleSubmission('contact').fields, message: '😀'.repeat(5_000) }),
  });
  expect(answer.status).toBe(200);
  // The bodies are 390 MiB, of which the server holds 64; all pass through buffers of the network.
  const grownMiB = (await readMemoryMiB('VmHWM')) - before;
  expect(grownMiB).toBeLessThan(250);
});
