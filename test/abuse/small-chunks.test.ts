import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { publishableKey } from '#contract/wire.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';

const bodies = 12;
const chunks = 40_000;

/** Sends a body in chunks of one byte; resolves to the answer. */
async function sendByByte(program: RunningProgram, path: string, contentType: string): Promise<string> {
  const socket = connect(program.port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: ${contentType}\r\napikey: ${publishableKey}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  socket.write('1\r\n \r\n'.repeat(chunks));
  socket.write('0\r\n\r\n');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}

const mostMemoryMiB = async (program: RunningProgram) =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1_024;

test('bodies in chunks of one byte do not fill the memory', async () => {
  const program = await startProgram();
  onTestFinished(async () => void (await program.stop()));
  const before = await mostMemoryMiB(program);
  const answers = await Promise.all(
    Array.from({ length: bodies / 2 }, () => [
      sendByByte(program, '/functions/v1/send-to-slack', 'application/json'),
      sendByByte(program, '/creators', 'text/plain'),
    ]).flat(),
  );
  expect(new Set(answers.map((answer) => answer.slice(9, 12)))).toEqual(new Set(['400', '405']));
  // A list of all chunks took up 108 MiB.
  expect((await mostMemoryMiB(program)) - before).toBeLessThan(50);
}, 60_000);
