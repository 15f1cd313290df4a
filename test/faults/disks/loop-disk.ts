import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { installCommand } from '../../../scripts/debian.mjs';

const run = promisify(execFile);

/**
 * For one test a small ext4 in a file of its own, that can lose its power, its space and its right to be written. The
 * test is skipped on a machine that cannot mount one.
 */
export async function openLoopDisk({ skip, onTestFinished }: TestContext, megabytes: number) {
  if (process.platform !== 'linux') return skip('loop-mounted file systems need Linux');
  if (process.getuid?.() !== 0) return skip('mounting a file system needs root. Run: sudo npm test');
  try {
    const disk = await createLoopDisk(megabytes);
    onTestFinished(() => disk.remove());
    return disk;
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return skip(`there is no ${path}. Run: ${installCommand(['e2fsprogs', 'mount'])}`);
    // In a container without the right to mount.
    return skip(
      `a file system could not be mounted (${message.split('\n')[0]}). Run the tests on a machine, or in a container that may mount (docker run --privileged)`,
    );
  }
}

async function createLoopDisk(megabytes: number) {
  const home = await mkdtemp(join(tmpdir(), 'entree-disk-'));
  const image = join(home, 'image');
  const folder = join(home, 'mounted');
  const mount = () => run('mount', ['-o', 'loop', image, folder]);
  const unmount = () => run('umount', [folder]);
  try {
    // A Postgres does not run as root.
    await chmod(home, 0o755);
    await run('mkdir', [folder]);
    await run('truncate', ['-s', `${megabytes}M`, image]);
    await run('mkfs.ext4', ['-q', '-m', '0', image]);
    await mount();
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  return {
    folder,
    /** Flushes it, so that what it contains now survives a power cut. */
    flush: async () => void (await run('sync', ['-f', folder])),
    /**
     * Loses everything that was not flushed, the journal's tail included, as a power cut does; every
     * use fails until it is mounted again.
     */
    async cutPower() {
      // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (2); perl comes with git.
      await run('perl', [
        '-e',
        'open my $f, "<", $ARGV[0] or die $!; my $flags = pack "L", 2; ioctl $f, 0x8004587d, $flags or die $!;',
        folder,
      ]);
    },
    /** Mounts what is on the disk, after `cutPower`; nothing may use the folder then. */
    async mountAgain() {
      await unmount();
      await mount();
    },
    /** As the kernel does after an error of the device: from now on nothing can be written. */
    makeReadOnly: async () => void (await run('mount', ['-o', 'remount,abort', folder])),
    /** From now on every write waits, as while a snapshot of the disk is taken. */
    freeze: async () => void (await run('fsfreeze', ['--freeze', folder])),
    async remove() {
      // Fails when it is not frozen.
      await run('fsfreeze', ['--unfreeze', folder]).catch(() => undefined);
      // Also while something that was not ended in time still uses it.
      await run('umount', ['--lazy', folder]).catch(() => undefined);
      await rm(home, { recursive: true, force: true });
    },
  };
}
