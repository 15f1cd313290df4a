import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { creatorBody, keyHeader } from '#server/app-fixture.ts';
import { defaultTimeouts } from '#server/http/connections.ts';
import { startProgram } from '#test/program.ts';
import { isLong } from './faults/stores.ts';
import { fuzzServer } from './fuzz/fuzz-server.ts';

const requests = isLong ? 100_000 : 2_000;
/** The long form has other requests each time; `SEED` repeats what it has found. */
const seed = Number(process.env['SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 1));

test(`${requests} mutated requests bring about no 5xx, no crash, no hang, no leak and no row that breaks the contract (SEED=${seed})`, async () => {
  await using program = await startProgram({ RATE_LIMIT_PER_MINUTE: '0' });
  const report = await fuzzServer(program, { requests, seed });
  expect(report.findings).toEqual([]);
  // Some requests must be accepted, otherwise the test proves nothing.
  expect(report.storedRows).toBeGreaterThan(100);
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining([
      '200',
      '204',
      '303',
      '400',
      '401',
      '403',
      '404',
      '405',
      '413',
      '415',
      '422',
      '431',
    ]),
  );
}, 600_000);

test('1,000 idle half requests do not keep an honest visitor out', async () => {
  await using program = await startProgram({ RATE_LIMIT_PER_MINUTE: '0' });
  const halves = [
    'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n',
    'POST /functions/v1/send-to-slack HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nContent-Type: application/json\r\n\r\n{"name',
    '',
  ];
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => {
      const socket = connect({ port: program.port, host: '127.0.0.1' });
      sockets.push(socket);
      socket.on('error', () => undefined);
      return new Promise<void>((resolve) => {
        socket.on('connect', () => {
          const half = halves[index % halves.length] ?? '';
          if (half === '') resolve();
          else socket.write(half, () => resolve());
        });
      });
    }),
  );
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(1_000);

  const startedAtMs = performance.now();
  const answers = await Promise.all([
    fetch(`${program.url}/`),
    fetch(`${program.url}/functions/v1/send-waitlist-to-slack`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyHeader },
      body: JSON.stringify(creatorBody),
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  // Before the half ones are given up, so nobody waits for their places.
  expect(performance.now() - startedAtMs).toBeLessThan(defaultTimeouts.headersMs);
});
