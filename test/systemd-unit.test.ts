import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleProgram } from './bundle.ts';
import { writeNoSettings } from './no-settings.ts';
import { compileCache } from './program.ts';

const unit = path.join(import.meta.dirname, '../docs/operations/entree.service');
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
    const text = await readFile(unit, 'utf8');
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
