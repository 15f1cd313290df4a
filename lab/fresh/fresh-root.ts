import { once } from 'node:events';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run, spawnInRoot } from '#lab/debian-root.ts';
import { root as repository } from '../../scripts/step.mjs';

const work = path.join(repository, '.cache', 'fresh');
/** Nothing but what the README asks for: a minimal system with apt, git and curl. Node comes beside it. */
const packages = ['ca-certificates', 'git', 'curl'];
/** What people have installed, each with the npm that came with it. The first is the oldest that the README names. */
export const nodes = { 20: 'npm@10', 22: 'npm@10', 24: 'npm@11' } as const;
export type NodeMajor = keyof typeof nodes;

export interface FreshRoot {
  folder: string;
  /** Runs a shell command inside, as root, and resolves to its exit code and its output. */
  run(command: string, env?: Record<string, string>): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/** The system that each root is a copy of. @returns a tar file */
export async function makeSystem(): Promise<string> {
  await mkdir(work, { recursive: true });
  const archive = path.join(work, 'root.tar');
  await run('mmdebstrap', '--variant=apt', `--include=${packages.join()}`, 'bookworm', archive);
  return archive;
}

/** A new Debian in a folder, with this machine's npm configuration. */
export async function makeFreshRoot(system: string, name: string, major: NodeMajor): Promise<FreshRoot> {
  const folder = path.join(work, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await run('tar', '-xpf', system, '-C', folder);
  await addNode(major, path.join(folder, 'usr/local'));
  await copyConfiguration(folder);
  return {
    folder,
    run: (command, env = {}) => runInside(folder, command, env),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** From the npm registry, with its npm. */
async function addNode(major: NodeMajor, local: string): Promise<void> {
  const own = path.join(work, `node-${major}`);
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'package.json'), '{"allowScripts":{"node":true}}');
  // The package's own script brings the binary; under `npm run` this project's `.npmrc` would forbid it.
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts=false'];
  await run('npm', 'install', '--prefix', own, ...options, `node@${major}`, nodes[major]);
  const modules = path.join(own, 'node_modules');
  await cp(path.join(modules, 'node/bin/node'), path.join(local, 'bin/node'));
  await cp(path.join(modules, 'npm'), path.join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  }
}

/** Which registry to use, and which certificates to trust, is this machine's affair. */
async function copyConfiguration(folder: string): Promise<void> {
  const named = await run('npm', 'config', 'get', 'userconfig', 'globalconfig');
  const files = [...named.matchAll(/=(.+)$/gm)].map(([, file = '']) => file);
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  await mkdir(path.join(folder, 'usr/local/etc'), { recursive: true });
  await writeFile(path.join(folder, 'usr/local/etc/npmrc'), texts.join('\n'));
  for (const trusted of ['/etc/ssl/certs/ca-certificates.crt', '/usr/local/share/ca-certificates']) {
    await cp(trusted, path.join(folder, trusted), { recursive: true, force: true }).catch(() => undefined);
  }
  await cp('/etc/resolv.conf', path.join(folder, 'etc/resolv.conf'), { dereference: true });
  // Every machine has it: Debian's installer, a cloud image and a container engine write it, mmdebstrap does not.
  await writeFile(path.join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
}

/** Names of variables that say how the network is reached. */
const networkVariable = /^(npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(https?|no|all)_proxy)$/i;

async function runInside(folder: string, command: string, env: Record<string, string>) {
  const mounts = ['dev', 'sys'].map((name) => `mount --rbind /${name} '${folder}/${name}'`);
  const child = spawnInRoot(folder, mounts, ['sh', '-c', command], {
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => networkVariable.test(name))),
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
  }
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}
