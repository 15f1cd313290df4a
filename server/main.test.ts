import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundleProgram } from '#test/bundle.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { compileCache } from '#test/program.ts';
import { contactBody, keyHeader } from './app-fixture.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'entree-main-'));
  await writeNoSettings(folder);
});
afterEach(() => rm(folder, { recursive: true }));

/** Whether the process has the file open; as Linux tells it. */
async function isOpenIn(pid: number | undefined, file: string): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')),
  );
  return targets.includes(file);
}

/** Overwrites the page in which a table begins. */
async function damageTable(file: string, table: string): Promise<void> {
  const database = new DatabaseSync(file);
  const { page } = database
    .prepare('select rootpage as page from sqlite_master where name = ?')
    .get(table) as {
    page: number;
  };
  const { page_size: size } = database.prepare('pragma page_size').get() as { page_size: number };
  database.close();
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  await handle.close();
}

const { server: bundled } = await bundleProgram();
const asNpmStartsIt = path.join(import.meta.dirname, 'main.ts');

/** The program, in an empty folder: no `.env`, no settings but these. */
function startProgram(env: Record<string, string>, main = bundled) {
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ADMIN_PORT: 'off',
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const changed = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      changed.dispatchEvent(new Event('change'));
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    exited,
    output: () => output,
    /** Resolves to the first match of the output. */
    async waitFor(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        const isOver = await Promise.race([
          exited.then(() => true),
          once(changed, 'change').then(() => false),
        ]);
        if (isOver && !pattern.test(output)) throw new Error(`the program ended:\n${output}`);
      }
    },
  };
}

test('starts, takes a submission, and stops in order on SIGTERM; what was taken waits at the next start', async () => {
  const first = startProgram({ PORT: '0' }, asNpmStartsIt);
  const [, url] = await first.waitFor(/Address\s+(\S+)[\s\S]*not connected/);
  const answer = await fetch(`${url}/functions/v1/send-to-slack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader },
    body: JSON.stringify(contactBody),
  });
  expect(answer.status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  expect(first.output()).not.toContain(contactBody.email);

  const second = startProgram({ PORT: '0' }, asNpmStartsIt);
  await second.waitFor(/1 waiting on the contact channel/);
  second.child.kill('SIGINT');
  expect(await second.exited).toBe(0);
});

test.each([
  ['settings', { PORT: 'x', LOG_LEVEL: 'loud' }, /PORT must be[\s\S]*LOG_LEVEL must be/],
  [
    'an unreachable database',
    { PORT: '0', DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' },
    /could not start[\s\S]*Nothing answers at 127\.0\.0\.1:9\/x/,
  ],
])('%s: a clear message, no stack, no secret, exit 1', async (_what, env, message) => {
  const program = startProgram(env);
  expect(await program.exited).toBe(1);
  expect(program.output()).toMatch(message);
  expect(program.output()).not.toMatch(/^\s+at |hunter2/m);
});

test('an embedded store that Postgres takes the place of is named: nothing of it is shown or sent', async () => {
  const env = { PORT: '0', DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x' };
  const without = startProgram(env);
  expect(await without.exited).toBe(1);
  expect(without.output()).not.toContain('embedded store');
  await writeFile(path.join(folder, 'waitlist.db'), '');
  const program = startProgram(env);
  expect(await program.exited).toBe(1);
  expect(program.output()).toContain(
    `what is in ${path.join(folder, 'waitlist.db')} is neither shown nor sent`,
  );
});

test('a closed terminal (SIGHUP) is a stop in order', async () => {
  const program = startProgram({ PORT: '0' });
  await program.waitFor(/Address/);
  program.child.kill('SIGHUP');
  expect(await program.exited).toBe(0);
  expect(program.output()).toContain('stopped');
});

test.each(['PORT', 'OPS_PORT'])(
  '%s is taken: the message names the port and the setting',
  async (setting) => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const program = startProgram({ PORT: '0', [setting]: String(port) });
    expect(await program.exited).toBe(1);
    expect(program.output()).toContain(`Port ${port} (${setting}) is in use by another program.`);
    blocker.close();
  },
);

test('a HOST that is not an address of this machine is named', async () => {
  const program = startProgram({ PORT: '0', HOST: 'nonsense.invalid' });
  expect(await program.exited).toBe(1);
  expect(program.output()).toMatch(/HOST=nonsense\.invalid is not an address of this machine\. Set HOST to/);
});

test('a store that never answers is named', async () => {
  // Reading a FIFO that nobody writes to waits for ever, as a drive whose server is gone does.
  execFileSync('mkfifo', [path.join(folder, 'waitlist.db')]);
  const program = startProgram({ PORT: '0' });
  expect(await program.exited).toBe(1);
  expect(program.output()).toMatch(/DATA_DIR.*did not answer within 5 s/);
});

test('an .env that every user of the machine may read is warned of', async () => {
  const file = path.join(folder, '.env');
  await writeFile(file, 'LOG_LEVEL=info\n', { mode: 0o600 });
  const closed = startProgram({ PORT: '0' });
  await closed.waitFor(/Address/);
  expect(closed.output()).not.toContain('may read .env');
  closed.child.kill('SIGTERM');
  await closed.exited;
  await chmod(file, 0o644);
  const readable = startProgram({ PORT: '0' });
  await readable.waitFor(/may read \.env.*chmod o= \.env/);
});

describe('a SIGTERM during the start ends it with code 0 and without a stack', () => {
  const expectOrderlyEnd = async (program: ReturnType<typeof startProgram>) => {
    program.child.kill('SIGTERM');
    expect(await program.exited).toBe(0);
    expect(program.output()).not.toMatch(/^\s+at |could not start/m);
  };

  test('while the database does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const program = startProgram({ PORT: '0', DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x` });
    const [connection] = (await once(silent, 'connection')) as [Socket];
    await expectOrderlyEnd(program);
    connection.destroy();
    silent.close();
  });

  test('while another process holds the store', async () => {
    const holder = new DatabaseSync(path.join(folder, 'waitlist.db'));
    holder.exec('pragma journal_mode = delete; begin exclusive');
    const program = startProgram({ PORT: '0', LOG_LEVEL: 'debug' });
    // Open in two processes: the program waits for the lock.
    await expect.poll(() => isOpenIn(program.child.pid, path.join(folder, 'waitlist.db'))).toBe(true);
    await expectOrderlyEnd(program);
    holder.close();
  });
});

test('a store that fails during the start: a clear message, no stack, exit 1', async () => {
  const first = startProgram({ PORT: '0' });
  await first.waitFor(/Address/);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  await damageTable(path.join(folder, 'waitlist.db'), 'channels');
  const program = startProgram({ PORT: '0', SLACK_WEBHOOK_URL: 'http://127.0.0.1:9/x' });
  expect(await program.exited).toBe(1);
  expect(program.output()).toContain('could not start');
  expect(program.output()).not.toMatch(/ReferenceError|Unhandled/);
});
