import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pages, unsetSiteUrl } from '#contract/pages.ts';
import { openStore } from '#server/store/open-store.ts';
import { submit } from '#test/faults/load.ts';
import { startPostgres } from '#test/postgres.ts';
import { findFreePort } from '#test/program.ts';
import { findOnPath } from '../../scripts/debian.mjs';
import { fill } from '../bench/fill.ts';
import { buildah, makeBaseImages } from './base-image.ts';
import { run } from './command.ts';
import { type Container, mountImage, startContainer } from './read-only-container.ts';

// Builds the image as its Dockerfile says and runs it, without an engine: `npm run test:image`.
const root = path.join(import.meta.dirname, '..', '..');
const image = 'localhost/entree';
const startTimeoutMs = 30_000;
const siteUrls = ['https://entree.example', 'https://www.dinner.example', 'http://127.0.0.1:8080'];
/** Its page names no address of its own. */
const notFoundPath = '/not-there';
const applicants = 10_000;
const maxMemoryMib = 200;

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
console.log('Stand-ins for the official images …');
await makeBaseImages(/^ARG NODE_VERSION=(\S+)/m.exec(dockerfile)?.[1] ?? '');
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
  const [whole = 0, node = 0, own = 0] = await Promise.all(['', 'usr/local', 'app'].map(sizeOf));
  check(
    `it has ${whole} MB (at most 250): Node ${node}, the project ${own}, the rest is Debian`,
    whole <= 250,
  );

  const startedAtMs = performance.now();
  const first = await start();
  const answer = await submit(url);
  const tookMs = Math.round(performance.now() - startedAtMs);
  check('a submission is taken', answer.status === 200, answer.status);
  check(`the first one ${tookMs} ms after the start (at most 5,000)`, tookMs <= 5_000);
  const health = config.Healthcheck.Test.slice(1);
  check('the health check passes', (await first.exitCodeOf(health)) === 0);
  check('it runs as its user', (await first.exec(['id', '-un'])) === 'node');
  check('its file system is read-only', (await first.exitCodeOf(['touch', '/app/x'])) !== 0);
  check('the data volume is not', (await first.exitCodeOf(['touch', '/data/x'])) === 0);
  for (const tool of ['npm', 'npx', 'yarn', 'corepack', 'cc', 'gcc', 'make', 'git', 'python3'])
    check(`there is no ${tool}`, (await first.exitCodeOf(['sh', '-c', `command -v ${tool}`])) !== 0);
  check('a page is served', (await (await fetch(url)).text()).includes('</html>'));
  const stoppedAtMs = performance.now();
  check('SIGTERM ends it with 0', (await first.stop('SIGTERM')) === 0, first.output());
  check('within 10 s', performance.now() - stoppedAtMs < 10_000);

  const second = await start();
  const listed = await second.exec(['node', 'cli/main.ts', 'list', '--json']);
  check('the submission is there after a restart', listed.includes(answer.id ?? 'none'), listed);
  check('SIGTERM ends it with 0 again', (await second.stop('SIGTERM')) === 0, second.output());

  for (const siteUrl of siteUrls) await checkAddresses(siteUrl);
  await checkMemory();
  await checkWithoutDisk();
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

/** In millions of bytes, as engines count. */
async function sizeOf(name: string): Promise<number> {
  const told = await run('du', ['-sb', path.join(mounted.files, name)]);
  return Math.round(Number(told.split('\t')[0]) / 10 ** 6);
}

/** Every address that the pages, the sitemap and robots.txt name, with the same image under this one. */
async function checkAddresses(siteUrl: string): Promise<void> {
  const container = await start({ SITE_URL: siteUrl });
  const paths = [
    ...Object.values(pages).map((page) => page.path),
    notFoundPath,
    '/sitemap.xml',
    '/robots.txt',
  ];
  for (const at of paths) {
    const text = await (await fetch(url + at)).text();
    const named = [...text.matchAll(/https?:\/\/[^/"'<>\s)&]+/g)].map(([origin]) => origin);
    const own = named.filter((origin) => origin === siteUrl).length;
    const wrong = [...siteUrls, unsetSiteUrl, 'http://localhost:3000'].filter(
      (other) => other !== siteUrl && named.includes(other),
    );
    check(
      `${siteUrl}${at} names its own address ${own} times and no other`,
      (own > 0 || at === notFoundPath) && wrong.length === 0,
      wrong,
    );
  }
  await container.stop('SIGTERM');
}

/** Of process 1, once the list was read. */
async function checkMemory(): Promise<void> {
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  const place = { databaseUrl: null, dataDir };
  await (await openStore(place)).close();
  await fill(place, applicants);
  await (await openStore(place)).close();
  await run('chown', ['-R', '1000:1000', dataDir]);
  const container = await start();
  for (const { path: at } of Object.values(pages)) await fetch(url + at);
  for (let count = 0; count < 100; count += 1) await submit(url);
  const status = await container.exec(['cat', '/proc/1/status']);
  const mib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  check(
    `it takes ${Math.round(mib)} MiB of memory with ${applicants.toLocaleString('en')} applicants (at most ${maxMemoryMib})`,
    mib <= maxMemoryMib,
  );
  await container.stop('SIGTERM');
}

/** As on a service that gives a port and a database, and no disk. */
async function checkWithoutDisk(): Promise<void> {
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  const postgres = await startPostgres();
  try {
    const settings = { DATABASE_URL: await postgres.createDatabase() };
    const first = await start(settings);
    const answer = await submit(url);
    await first.stop('SIGTERM');
    const second = await start(settings);
    const listed = await second.exec(['node', 'cli/main.ts', 'list', '--json']);
    check('with DATABASE_URL a submission is there after a restart', listed.includes(answer.id ?? 'none'));
    check('and nothing is written to /data', (await readdir(dataDir)).length === 0);
    await second.stop('SIGTERM');
  } finally {
    await postgres.stop();
  }
}

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Container> {
  const container = await startContainer(mounted, dataDir, {
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  });
  running = container;
  for (const deadline = Date.now() + startTimeoutMs; ; await pause(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return container;
    if (Date.now() > deadline) {
      throw new Error(`The container was not ready within ${startTimeoutMs} ms:\n${container.output()}`);
    }
  }
}
