import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { submit } from '#test/faults/load.ts';
import { findFreePort } from '#test/program.ts';
import { findOnPath } from '../../scripts/debian.mjs';
import { buildah, makeBaseImage } from './base-image.ts';
import { type Container, mountImage, startContainer } from './read-only-container.ts';

// Builds the image as its Dockerfile says and runs it, without an engine: `npm run test:image`.
const root = path.join(import.meta.dirname, '..', '..');
const image = 'localhost/entree';
const startTimeoutMs = 30_000;

const missing = ['buildah', 'mmdebstrap'].filter((program) => findOnPath(program) === null);
if (process.getuid?.() !== 0 || missing.length > 0) {
  console.error(
    `NOT RUN: the image is built and run here as root, with Debian's buildah and mmdebstrap (apt-get install ${missing.join(' ') || 'buildah mmdebstrap'}).`,
  );
  process.exit(1);
}

let failures = 0;
let running: Container | undefined;
const check = (fact: string, isTrue: boolean, seen: unknown = ''): void => {
  if (!isTrue) failures += 1;
  console.log(`${isTrue ? '✓' : '✗'} ${fact}${isTrue || seen === '' ? '' : `: ${String(seen)}`}`);
};

const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
const version = /^ARG NODE_VERSION=(\S+)/m.exec(dockerfile)?.[1];
console.log('A stand-in for the official image …');
await makeBaseImage(`docker.io/library/node:${version}-slim`);
console.log('Building …');
await buildImage();

const mounted = await mountImage(image);
const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-image-data-'));
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
try {
  const { config } = mounted;
  check(
    'the user is not root',
    config.User !== '' && config.User !== 'root' && config.User !== '0',
    config.User,
  );
  const first = await start();
  const health = config.Healthcheck.Test.slice(1);
  check('the health check passes', (await first.exitCodeOf(health)) === 0);
  check('it runs as its user', (await first.exec(['id', '-un'])) === 'node');
  check('its file system is read-only', (await first.exitCodeOf(['touch', '/app/x'])) !== 0);
  check('the data volume is not', (await first.exitCodeOf(['touch', '/data/x'])) === 0);
  for (const tool of ['npm', 'npx', 'yarn', 'corepack', 'cc', 'gcc', 'make', 'git', 'python3'])
    check(`there is no ${tool}`, (await first.exitCodeOf(['sh', '-c', `command -v ${tool}`])) !== 0);
  const answer = await submit(url);
  check('a submission is taken', answer.status === 200, answer.status);
  check('a page is served', (await (await fetch(url)).text()).includes('</html>'));
  const stoppedAtMs = performance.now();
  check('SIGTERM ends it with 0', (await first.stop('SIGTERM')) === 0, first.output());
  check('within 10 s', performance.now() - stoppedAtMs < 10_000);

  const second = await start();
  const listed = await second.exec(['node', 'cli/main.ts', 'list', '--json']);
  check('the submission is there after a restart', listed.includes(answer.id ?? 'none'), listed);
  check('SIGTERM ends it with 0 again', (await second.stop('SIGTERM')) === 0, second.output());
} finally {
  await running?.stop('SIGKILL');
  await mounted.remove();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(
  failures === 0
    ? "\nThe image holds. Not shown here: the official base image itself, an engine's own read-only flag, limits and networks, its schedule of health checks, and compose.yaml with several containers."
    : `\n${failures} checks failed.`,
);
process.exit(failures === 0 ? 0 : 1);

/** This machine's npm settings and certificates are lent to the build, not kept in the image. */
async function buildImage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-image-build-'));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  const own = await readFile(path.join(homedir(), '.npmrc'), 'utf8').catch(() => '');
  const npmrc = path.join(folder, 'npmrc');
  await writeFile(npmrc, `${own}\ncafile=${certificates}\n`);
  const lent = [`--volume=${npmrc}:/root/.npmrc:ro`, `--volume=${certificates}:${certificates}:ro`];
  await buildah('bud', '--isolation=chroot', '--format=docker', '--pull-never', ...lent, '--tag', image, '.');
  await rm(folder, { recursive: true });
}

async function start(): Promise<Container> {
  const container = await startContainer(mounted, dataDir, { HOST: '127.0.0.1', PORT: String(port) });
  running = container;
  for (const deadline = Date.now() + startTimeoutMs; ; await pause(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return container;
    if (Date.now() > deadline) {
      throw new Error(`The container was not ready within ${startTimeoutMs} ms:\n${container.output()}`);
    }
  }
}
