import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const program = `
  import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'create-logger.ts'))};
  createLogger('info').warn({ reason: 'no\\u009b2Jbody' }, 'three\\u001b[2J\\u202e\\u009b2J');
`;
const node = [process.execPath, '--input-type=module', '--eval', program];
const hasTerminal = spawnSync('script', ['--version']).error === undefined;

test('a log line has nothing that controls a terminal, and is the same data', () => {
  const line = execFileSync(node[0] ?? '', node.slice(1), { encoding: 'utf8' });
  expect(line).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  expect(JSON.parse(line)).toMatchObject({ reason: 'no\u009b2Jbody', msg: 'three\u001b[2J\u202e\u009b2J' });
});

test.skipIf(!hasTerminal && process.env['CI'] === undefined)(
  'nor has it on a terminal, but for its own colours',
  () => {
    const command = node.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
    const shown = execFileSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, TERM: 'xterm' },
    });
    expect(shown).toContain('three\\u001b[2J\\u202e\\u009b2J');
    expect(shown).toContain('no\\u009b2Jbody');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
    expect(shown.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[^\P{Cc}\r\n]|\p{Bidi_Control}/u);
  },
);

test('while the reader of the log is slow the program goes on, and lines that do not fit are dropped and counted', async () => {
  const busy = `
    import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'create-logger.ts'))};
    const logger = createLogger('info');
    for (let number = 0; number < 2_000; number += 1) logger.info({ number }, 'x'.repeat(1_000));
    process.stderr.write('went on');
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', busy]);
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(String(await once(child.stderr, 'data'))).toBe('went on');
  const log = text(child.stdout);
  let shown = '';
  child.stdout.on('data', (part) => {
    shown += part;
    if (shown.includes('could not be written')) child.stdin.end();
  });
  const lines = (await log)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { dropped, msg } = lines.pop();
  expect(msg).toBe('Lines of the log could not be written.');
  expect(lines.map(({ number }) => number)).toEqual(
    Array.from({ length: 2_000 - dropped }, (_, number) => number),
  );
  expect(lines.length).toBeGreaterThan(200);
});
