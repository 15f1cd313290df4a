import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pages, unsetSiteUrl } from '#contract/pages.ts';
import { fill } from '#lab/bench/fill.ts';
import { requireRoot, run } from '#lab/debian-root.ts';
import { submit } from '#test/faults/load.ts';
import { startPostgres } from '#test/postgres.ts';
import { findFreePort } from '#test/program.ts';
import { root } from '../../scripts/step.mjs';
import { buildah, makeBaseImages } from './base-image.ts';
import { type Container, mountImage, runInContainer, startContainer } from './container.ts';

// Builds the image as its Dockerfile says and runs it, without an engine: `npm run test:image`.
requireRoot('buildah', 'mmdebstrap');
process.chdir(root);
const image = 'localhost/entree';
const startTimeoutMs = 30_000;
const siteUrls = ['https://entree.example', 'https://www.dinner.example', 'http://127.0.0.1:8080'];
/** Its page names no address of its own. */
const notFoundPath = '/not-there';
const applicants = 10_000;
const maxMemoryMib = 200;

let failures = 0;
let running: Container | undefined;
const check = (fact: string, isTrue: boolean, seen: unknown = ''): void => {
  if (!isTrue) failures += 1;
  console.log(`${isTrue ? '✓' : '✗'} ${fact}${isTrue || seen === '' ? '' : `: ${String(seen)}`}`);
};

const dockerfile = await readFile('Dockerfile', 'utf8');
console.log('Stand-ins for the official images …');
await makeBaseImages(/^ARG NODE_VERSION=(\S+)/m.exec(dockerfile)?.[1] ?? '');
console.log('Building …');
await buildImage();

const mounted = await mountImage(image);
const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-image-data-'));
await emptyData();
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
  check('the health check passes', (await runBeside(health)).code === 0);
  check('it runs as its user', (await runBeside(['id', '-un'])).output === 'node');
  check('its file system is read-only', (await runBeside(['touch', '/app/x'])).code !== 0);
  check('the data volume is not', (await runBeside(['touch', '/data/x'])).code === 0);
  for (const tool of ['npm', 'npx', 'yarn', 'corepack', 'cc', 'gcc', 'make', 'git', 'python3'])
    check(`there is no ${tool}`, (await runBeside(['sh', '-c', `command -v ${tool}`])).code !== 0);
  check('a page is served', (await (await fetch(url)).text()).includes('</html>'));
  const stoppedAtMs = performance.now();
  check('SIGTERM ends it with 0', (await first.stop('SIGTERM')) === 0, first.output());
  check('within 10 s', performance.now() - stoppedAtMs < 10_000);

  const second = await start();
  const listed = await list();
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
  const told = await run('du', '-sb', path.join(mounted.files, name));
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
  await emptyData();
  await fill({ databaseUrl: null, dataDir }, applicants);
  await run('chown', '-R', '1000:1000', dataDir);
  const container = await start();
  for (const { path: at } of Object.values(pages)) await fetch(url + at);
  for (let count = 0; count < 100; count += 1) await submit(url);
  const mib = await container.memoryMiB();
  check(
    `it takes ${Math.round(mib)} MiB of memory with ${applicants.toLocaleString('en')} applicants (at most ${maxMemoryMib})`,
    mib <= maxMemoryMib,
  );
  await container.stop('SIGTERM');
}

/** As on a service that gives a port and a database, and no disk. */
async function checkWithoutDisk(): Promise<void> {
  await emptyData();
  const postgres = await startPostgres();
  try {
    const settings = { DATABASE_URL: await postgres.createDatabase() };
    const first = await start(settings);
    const answer = await submit(url);
    await first.stop('SIGTERM');
    const second = await start(settings);
    const listed = await list(settings);
    check('with DATABASE_URL a submission is there after a restart', listed.includes(answer.id ?? 'none'));
    check('and nothing is written to /data', (await readdir(dataDir)).length === 0);
    await second.stop('SIGTERM');
  } finally {
    await postgres.stop();
  }
}

/** Of the image's user. */
async function emptyData(): Promise<void> {
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  await chown(dataDir, 1000, 1000);
}

/** On the data of the container that runs. */
function runBeside(command: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return runInContainer(mounted, command, dataDir, { PORT: String(port), ...settings });
}

async function list(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  return (await runBeside(['node', 'cli/main.ts', 'list', '--json'], settings)).output;
}

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Container> {
  const address = { HOST: '127.0.0.1', PORT: String(port) };
  const container = startContainer(mounted, mounted.config.Cmd, dataDir, { ...address, ...settings });
  running = container;
  for (const deadline = Date.now() + startTimeoutMs; ; await pause(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return container;
    if (Date.now() > deadline) {
      throw new Error(`The container was not ready within ${startTimeoutMs} ms:\n${container.output()}`);
    }
  }
}
