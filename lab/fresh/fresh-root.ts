import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { installCommand, isOnPath } from '../../scripts/debian.mjs';
import { root as repository } from '../../scripts/step.mjs';

const run = promisify(execFile);
const work = path.join(repository, '.cache', 'fresh');
/** Nothing but what the README asks for: a minimal system with apt, git and curl. Node comes beside it. */
const packages = ['ca-certificates', 'git', 'curl'];
/** What people have installed, each with the npm that came with it. The first is the oldest that the README names. */
export const nodes = { 20: 'npm@10', 22: 'npm@10', 24: 'npm@11' } as const;
export type NodeMajor = keyof typeof nodes;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Why no root can be made on this machine, with the command that corrects it; null when it can. */
export function explainNoRoot(): string | null {
  if (process.getuid?.() !== 0) return 'Making a root needs root. Run: sudo npm run test:fresh';
  const missing = ['mmdebstrap', 'unshare'].filter((command) => !isOnPath(command));
  if (missing.length > 0)
    return `There is no ${missing.join(', no ')}. Run: ${installCommand(['mmdebstrap'])}`;
  return null;
}

export interface FreshRoot {
  folder: string;
  /** Runs a shell command inside, as root, and resolves to its exit code and its output. */
  run(command: string, env?: Record<string, string>): Promise<{ code: number; output: string }>;
  remove(): Promise<void>;
}

/** A new Debian in a folder, with this machine's package sources and its npm configuration. */
export async function makeFreshRoot(name: string, major: NodeMajor): Promise<FreshRoot> {
  const archive = await makeArchive();
  const node = await fetchNode(major);
  const folder = path.join(work, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xpf', archive, '-C', folder]);
  await addNode(node, folder);
  await copyConfiguration(folder);
  return {
    folder,
    run: (command, env = {}) => runInside(folder, command, env),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The system as a tar file, made at most once a week. */
async function makeArchive(): Promise<string> {
  const archive = path.join(work, 'root.tar');
  const made = await stat(archive).catch(() => null);
  if (made !== null && Date.now() - made.mtimeMs < weekMs) return archive;
  await mkdir(work, { recursive: true });
  // The package sources of this machine that are Debian's own.
  const format = 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)';
  const { stdout } = await run('apt-get', [
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
    'Origin: Debian',
  ]);
  const sources = [...new Set(stdout.trim().split('\n'))];
  const codename =
    /^VERSION_CODENAME=(.+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  const unfinished = path.join(work, 'unfinished.tar');
  await run('mmdebstrap', [
    '--variant=apt',
    `--include=${packages.join()}`,
    codename,
    unfinished,
    ...sources,
  ]);
  await rename(unfinished, archive);
  return archive;
}

/** From the npm registry. */
async function fetchNode(major: NodeMajor): Promise<string> {
  const folder = path.join(work, `node-${major}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"allowScripts":{"node":true}}');
  await run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    // The package's own script brings the binary; under `npm run` this project's `.npmrc` would forbid it.
    '--ignore-scripts=false',
    `node@${major}`,
    nodes[major],
  ]);
  return path.join(folder, 'node_modules');
}

async function addNode(modules: string, folder: string): Promise<void> {
  const local = path.join(folder, 'usr/local');
  await cp(path.join(modules, 'node/bin/node'), path.join(local, 'bin/node'));
  await cp(path.join(modules, 'npm'), path.join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  }
}

/** Which registry to use, and which certificates to trust, is this machine's affair. */
async function copyConfiguration(folder: string): Promise<void> {
  const { stdout } = await run('npm', ['config', 'get', 'userconfig', 'globalconfig']);
  const files = [...stdout.matchAll(/=(.+)$/gm)].map(([, file = '']) => file);
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

/** In namespaces of its own: whatever runs inside ends with the command, and no mount stays behind. */
function runInside(folder: string, command: string, env: Record<string, string>) {
  const mounts = ['dev', 'sys'].map((name) => `mount --rbind /${name} '${folder}/${name}'`);
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      `--mount-proc=${folder}/proc`,
      'sh',
      '-ec',
      [...mounts, `exec chroot '${folder}' sh -c "$FRESH_COMMAND"`].join('\n'),
    ],
    {
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => networkVariable.test(name))),
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        ...env,
        FRESH_COMMAND: command,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        process.stdout.write(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
