import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
    await expect.poll(output, { timeout: 30_000 }).toMatch(/Address\s+http|error/i);
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
  return { child, exited: once(child, 'exit'), output: () => output };
}
