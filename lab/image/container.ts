import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { spawnInRoot } from '#lab/debian-root.ts';
import { buildah } from './base-image.ts';

/** Where an image's files are, and how it says that it is run. */
export interface MountedImage {
  files: string;
  config: {
    Cmd: string[];
    Env: string[];
    User: string;
    WorkingDir: string;
    Volumes: Record<string, object>;
    Healthcheck: { Test: string[] };
  };
  remove(): Promise<void>;
}

export interface Container {
  output(): string;
  /** Of its process 1. */
  memoryMiB(): Promise<number>;
  /** Sends the signal to its process 1. @returns its exit code */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export async function mountImage(image: string): Promise<MountedImage> {
  const container = await buildah('from', '--pull-never', image);
  const files = await buildah('mount', container);
  const { Docker } = JSON.parse(await buildah('inspect', container));
  return {
    files,
    config: Docker.config,
    async remove() {
      await buildah('umount', container);
      await buildah('rm', container);
      // This storage driver copies whole file systems.
      await buildah('rmi', image);
      await buildah('rmi', '--prune');
    },
  };
}

/** The image's files are read-only but for /tmp and the data volume; its user runs the command. */
function spawnContainer(
  { config, files }: MountedImage,
  command: readonly string[],
  dataDir: string,
  env: Readonly<Record<string, string>>,
) {
  const [volume = ''] = Object.keys(config.Volumes);
  const mounts = [
    `mount --bind '${files}' '${files}'`,
    `mount -o remount,bind,ro '${files}'`,
    `mount --bind '${dataDir}' '${files}${volume}'`,
    `mount -t tmpfs tmpfs '${files}/tmp'`,
  ];
  const ofImage = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s)));
  const { User: user, WorkingDir: workingDir } = config;
  return spawnInRoot(files, mounts, command, { env: { ...ofImage, ...env }, user, workingDir });
}

/** Runs a command in a container of its own, on the data of another. */
export async function runInContainer(
  ...args: Parameters<typeof spawnContainer>
): Promise<{ code: number; output: string }> {
  const child = spawnContainer(...args);
  const [output, , [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output: output.trim() };
}

export function startContainer(...args: Parameters<typeof spawnContainer>): Container {
  const child = spawnContainer(...args);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const exited = once(child, 'exit').then(([code]): number | null => code);
  /** Process 1, by its number outside. */
  const findFirst = async () =>
    Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
  return {
    output: () => output,
    async memoryMiB() {
      const status = await readFile(`/proc/${await findFirst()}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    },
    async stop(signal) {
      if (child.exitCode === null && child.signalCode === null) process.kill(await findFirst(), signal);
      return exited;
    },
  };
}
