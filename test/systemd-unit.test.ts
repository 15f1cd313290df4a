import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '#server/store/open-store.ts';
import { bundleProgram } from './bundle.ts';
import { writeNoSettings } from './no-settings.ts';
import { compileCache, runCommand } from './program.ts';

const readUnit = (name: string) =>
  readFile(path.join(import.meta.dirname, '../docs/operations', name), 'utf8');
const families: Record<string, number> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 };
/** Numbers of the system calls `prctl` and `socket`. */
const calls: Record<string, [prctl: number, socket: number]> = { x64: [157, 41], arm64: [167, 198] };

/**
 * What systemd makes of `RestrictAddressFamilies`: a filter (seccomp, classic BPF) that answers `socket` with
 * EAFNOSUPPORT for every other family. Perl comes with git.
 */
const restrict = `
  my ($prctl, $socket, $families, @command) = @ARGV;
  my @families = split ",", $families;
  my $ins = sub { pack "SCCL", @_ };
  my $code = $ins->(0x20, 0, 0, 0) . $ins->(0x15, 0, @families + 2, $socket) . $ins->(0x20, 0, 0, 16);
  $code .= $ins->(0x15, @families - $_, 0, $families[$_]) for 0 .. $#families;
  $code .= $ins->(0x06, 0, 0, 0x00050000 | 97) . $ins->(0x06, 0, 0, 0x7fff0000);
  my $program = pack "S x6 P", length($code) / 8, $code;
  syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!";
  syscall($prctl, 22, 2, $program) == 0 or die "seccomp: $!";
  exec @command or die $!;
`;

const numbers = calls[process.arch];
const canRestrict = process.platform === 'linux' && numbers !== undefined;

test.runIf(canRestrict)(
  'the shipped systemd unit lets the program listen on every network, answer and stop',
  async () => {
    const text = await readUnit('entree.service');
    const allowed = /^RestrictAddressFamilies=(.+)$/m.exec(text)?.[1]?.split(' ') ?? [];
    const { child, exited, output } = await startUnder(allowed, '0.0.0.0');
    await expect.poll(output).toMatch(/Address\s+http|error/i);
    expect(output()).not.toMatch(/error/i);
    const port = /Address\s+http:\/\/\S*?:(\d+)/.exec(output())?.[1];
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);

test.runIf(canRestrict)('a kind of address that is forbidden or missing is named', async () => {
  const { exited, output } = await startUnder(['AF_INET', 'AF_NETLINK', 'AF_UNIX'], '::1');
  expect(await exited).toEqual([1, null]);
  expect(output()).toMatch(/HOST=::1: the machine has no IPv6.*Set HOST to an address of the other kind/);
});

test('the shipped timer starts a backup of the same store, in a folder that systemd makes for it', async () => {
  const [server, backup] = await Promise.all(['entree.service', 'entree-backup.service'].map(readUnit));
  const setting = (text: string | undefined, key: string) =>
    new RegExp(`^${key}=(.+)$`, 'm').exec(text ?? '')?.[1] ?? '';
  for (const key of ['User', 'WorkingDirectory', 'EnvironmentFile', 'Environment'])
    expect(setting(backup, key), key).toBe(setting(server, key));
  const [node, , ...argv] = setting(backup, 'ExecStart').split(' ');
  expect(node).toBe(setting(server, 'ExecStart').split(' ')[0]);
  const made = setting(backup, 'StateDirectory').split(' ');
  expect(made).toContain(path.relative('/var/lib', argv.at(-1) ?? ''));
  expect(await readUnit('entree-backup.timer')).toMatch(/^OnCalendar=.+$[\s\S]*^WantedBy=timers\.target$/m);

  const folder = await mkdtemp(path.join(tmpdir(), 'entree-unit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await Promise.all(made.map((name) => mkdir(path.join(folder, name), { mode: 0o700 })));
  const env = { DATA_DIR: path.join(folder, 'entree') };
  await (await openStore({ databaseUrl: null, dataDir: env.DATA_DIR })).close();
  const there = argv.map((argument) => argument.replace('/var/lib', folder));
  const { stdout } = await runCommand(there, env, folder);
  expect(stdout).toMatch(/^0 submissions backed up to \S+entree-backups\/waitlist-\S+\.db\.$/m);
});

// Only root may run a command as another user.
test.runIf(process.getuid?.() === 0)(
  'the shipped command runs with the settings, the store and the user of the unit, and nothing of the caller',
  async () => {
    const unit = await readUnit('entree.service');
    const setting = (key: string) => new RegExp(`^${key}=(.+)$`, 'm').exec(unit)?.[1] ?? 'missing';
    const command = await readUnit('entree');
    const [node = '', main = ''] = setting('ExecStart').split(' ');
    expect(command).toContain(`< ${setting('EnvironmentFile')}\ncd ${setting('WorkingDirectory')}\n`);
    expect(command).toContain(`${setting('Environment')} "$0"`);
    expect(command).toContain(`umask ${setting('UMask').slice(1)}`);
    const program = `${path.relative(setting('WorkingDirectory'), node)} ${main.replace('server', 'cli')}`;
    expect(command).toContain(`runuser --user ${setting('User')} -- ${program} "$@"`);

    const folder = await mkdtemp(path.join(tmpdir(), 'entree-unit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await chmod(folder, 0o755);
    const place = (at: string) => path.join(folder, at);
    await mkdir(place('srv/node_modules/.bin'), { recursive: true });
    await mkdir(place('from'));
    const lines = ['# a comment', 'A="one # two"', "B='3'", 'C=Me <me@x.example>#4', 'DATA_DIR=first', ''];
    const file = [...lines, `DATA_DIR=${place('data')}`].join('\n');
    await writeFile(place('entree.env'), file, { mode: 0o640 });
    const here = command
      .replace('/etc/entree.env', place('entree.env'))
      .replace('/srv/entree/current', place('srv'))
      .replace(/--user \w+/, '--user nobody');
    await writeFile(place('entree'), here, { mode: 0o755 });
    const run = async (...argv: string[]) =>
      (
        await promisify(execFile)(place('entree'), argv, {
          cwd: place('from'),
          env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://stray', SUDO_USER: 'grace' },
        })
      ).stdout;
    const fake = '#!/bin/sh\nid -un; umask; pwd; env; printf "<%s>" "$@"\n';
    await writeFile(place('srv/node_modules/.bin/node'), fake, { mode: 0o755 });
    const said = await run('note', '17', 'a "b" c');
    expect(said).toMatch(new RegExp(`^nobody\n0?077\n${place('srv')}\n`));
    for (const line of ['A=one # two', 'B=3', 'C=Me <me@x.example>#4', `DATA_DIR=${place('data')}`])
      expect(said.split('\n')).toContain(line);
    expect(said.split('\n')).toEqual(
      expect.arrayContaining([`INIT_CWD=${place('from')}`, 'SUDO_USER=grace']),
    );
    expect(said).not.toContain('stray');
    expect(said).toMatch(/<cli\/main\.ts><note><17><a "b" c>$/);

    // The real program, in the store that is named there.
    await writeFile(place('entree'), here.replace('--user nobody', '--user root'), { mode: 0o755 });
    await rm(place('srv/node_modules'), { recursive: true });
    await mkdir(place('srv/node_modules/.bin'), { recursive: true });
    await symlink(process.execPath, place('srv/node_modules/.bin/node'));
    await mkdir(place('srv/cli'));
    const { cli } = await bundleProgram();
    await writeFile(place('srv/cli/main.ts'), `await import(${JSON.stringify(cli)});`);
    await writeNoSettings(place('srv'));
    await (await openStore({ databaseUrl: null, dataDir: place('data') })).close();
    await run('export', '--output', 'list.csv');
    expect(await readdir(place('from'))).toEqual(['list.csv']);
  },
);

async function startUnder(allowed: readonly string[], host: string) {
  const { server } = await bundleProgram();
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-unit-'));
  await writeNoSettings(folder);
  onTestFinished(() => rm(folder, { recursive: true }));
  const args = [...(numbers ?? []), allowed.map((name) => families[name]).join()].map(String);
  const child = spawn('perl', ['-e', restrict, ...args, process.execPath, server], {
    cwd: folder,
    env: {
      HOST: host,
      PORT: '0',
      ADMIN_PORT: 'off',
      DATA_DIR: folder,
      NODE_COMPILE_CACHE: compileCache,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, exited: once(child, 'close'), output: () => output };
}
