import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildah } from './base-image.ts';
import { run } from './command.ts';

/** What the image says of how it is run. */
export interface ImageConfig {
  Cmd: string[];
  Env: string[];
  User: string;
  WorkingDir: string;
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[] };
}

export interface Container {
  /** Runs a program in it, with the image's environment and user. */
  exec(program: readonly string[]): Promise<string>;
  /** The same, answering its exit code. */
  exitCodeOf(program: readonly string[]): Promise<number>;
  output(): string;
  /** Sends the signal to the container's process 1. @returns its exit code */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Where an image's files are, and how it is run. */
export async function mountImage(
  image: string,
): Promise<{ config: ImageConfig; files: string; remove(): Promise<void> }> {
  const container = await buildah('from', '--pull-never', image);
  const files = await buildah('mount', container);
  const { Docker } = JSON.parse(await buildah('inspect', container)) as { Docker: { config: ImageConfig } };
  return {
    config: Docker.config,
    files,
    async remove() {
      await buildah('umount', container);
      await buildah('rm', container);
      // This storage driver copies whole file systems.
      await buildah('rmi', image);
      await buildah('rmi', '--prune');
    },
  };
}

/**
 * Runs the image's command as process 1 of its own process and mount namespaces, as the image's user, on its
 * files mounted read-only but for /tmp and the data volume.
 */
export async function startContainer(
  { config, files }: { config: ImageConfig; files: string },
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Container> {
  const [volume] = Object.keys(config.Volumes);
  if (volume === undefined) throw new Error('The image names no volume.');
  await chown(dataDir, 1000, 1000);
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-image-'));
  const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const script = path.join(folder, 'run');
  await writeFile(
    script,
    `set -e
mount --bind "${files}" "${folder}"
mount -o remount,bind,ro "${folder}"
mount --bind "${dataDir}" "${folder}${volume}"
mount -t tmpfs tmpfs "${folder}/tmp"
mount -t proc proc "${folder}/proc"
exec chroot --userspec="${config.User}" "${folder}" /usr/bin/env --ignore-environment --chdir="${config.WorkingDir}" "$@"
`,
  );
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', script, ...variables, ...config.Cmd],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = once(child, 'exit').then(async ([code]): Promise<number | null> => {
    await rm(folder, { recursive: true, force: true });
    return code;
  });

  const enter = async (program: readonly string[]): Promise<string> => {
    const inside = ['--target', await findInner(child), '--mount', '--pid', '--root'];
    const identity = ['--setuid', '1000', '--setgid', '1000'];
    return run('nsenter', [
      ...inside,
      ...identity,
      'env',
      '--ignore-environment',
      `--chdir=${config.WorkingDir}`,
      ...variables,
      ...program,
    ]);
  };
  return {
    exec: enter,
    exitCodeOf: (program) =>
      enter(['sh', '-c', '"$@" >/dev/null 2>&1; echo $?', 'sh', ...program]).then(Number),
    output: () => output,
    async stop(signal) {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(Number(await findInner(child)), signal);
      return exited;
    },
  };
}

/** Process 1 of the container, by its number outside. */
async function findInner(child: ChildProcess): Promise<string> {
  const inner = await run('ps', ['--ppid', String(child.pid), '--no-headers', '-o', 'pid']);
  return inner.trim();
}
