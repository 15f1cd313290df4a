import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { nodePath } from '../scripts/node-binary.mjs';
import { bundleProgram } from './bundle.ts';
import { startProgram } from './program.ts';

const opened = /Debugger listening/;

/** All that it writes, until it has ended. */
async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await once(child, 'close');
  return output;
}

test('SIGUSR1 opens no debugger in the server', async () => {
  await using server = await startProgram();
  process.kill(server.pid, 'SIGUSR1');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toMatch(opened);
});

test('nor in a command', async () => {
  // A database that lets it wait.
  const database = createServer((socket) => {
    child.kill('SIGUSR1');
    socket.on('error', () => undefined).once('data', () => setImmediate(() => socket.destroy()));
  });
  onTestFinished(() => void database.close());
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as { port: number };
  const { cli } = await bundleProgram();
  const child = spawn(nodePath, [cli, 'stats'], {
    env: { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = await outputOf(child);
  expect(output).toContain('Postgres');
  expect(output).not.toMatch(opened);
  expect(child.signalCode).toBeNull();
});

test('nor in what npm start runs before it', async () => {
  const program = `import { endChildrenOnSignals } from './scripts/child-processes.mjs';
    endChildrenOnSignals();
    process.stdin.on('end', () => {}).resume();
    console.log('up');`;
  const child = spawn(nodePath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  child.stdout.once('data', () => {
    child.kill('SIGUSR1');
    child.stdin.end();
  });
  expect(await outputOf(child)).toBe('up\n');
  expect(child.signalCode).toBeNull();
});
