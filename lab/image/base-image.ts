import { cp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { run } from '#lab/debian-root.ts';
import { findOnPath } from '../../scripts/debian.mjs';
import { packagedNode } from '../../scripts/node-binary.mjs';
import { root } from '../../scripts/step.mjs';

const work = path.join(root, '.cache', 'image');
const storage = path.join(work, 'storage');

/** Every buildah command: without an engine, without an overlay file system. */
export const buildah = (...args: string[]): Promise<string> =>
  run('buildah', '--storage-driver=vfs', '--root', storage, '--runroot', `${storage}-run`, ...args);

/** As in Debian's own slim images: https://github.com/debuerreotype/debuerreotype (scripts/.slimify-excludes) */
const leftOut = ['doc', 'info', 'locale', 'man'].map((name) => `/usr/share/${name}/*`);

/**
 * Makes, under the official images' names, what stands in for them where no registry can be reached: Debian's
 * smallest system; and the same with this project's Node, npm, and what strips a program.
 */
export async function makeBaseImages(nodeVersion: string): Promise<void> {
  await makeImage('docker.io/library/debian:bookworm-slim', []);
  const tools = ['ca-certificates', 'libatomic1', 'binutils'];
  await makeImage(`docker.io/library/node:${nodeVersion}-bookworm`, tools, async (local) => {
    await cp(packagedNode ?? process.execPath, path.join(local, 'bin/node'));
    const npm = path.dirname(path.dirname(await realpath(findOnPath('npm') ?? '')));
    await cp(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
    await symlink('../lib/node_modules/npm/bin/npx-cli.js', path.join(local, 'bin/npx'));
  });
}

/** @param addTo receives the system's /usr/local */
async function makeImage(
  name: string,
  packages: readonly string[],
  addTo: (local: string) => Promise<void> = async () => {},
): Promise<void> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${name}`)) !== '') return;
  const folder = path.join(work, 'base');
  await rm(folder, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await run(
    'mmdebstrap',
    '--variant=minbase',
    ...leftOut.map((files) => `--dpkgopt=path-exclude=${files}`),
    // As Debian's own images: /bin and /lib are links from the start. Otherwise a package comes that makes them, with Perl.
    '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
    `--include=${['usr-is-merged', ...packages].join()}`,
    'bookworm',
    folder,
  );
  await addTo(path.join(folder, 'usr/local'));

  const container = await buildah('from', 'scratch');
  await buildah('add', container, folder, '/');
  const searched = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await buildah('config', '--env', searched, container);
  await buildah('commit', '--rm', container, name);
  await rm(folder, { recursive: true });
}
