import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { SubmissionChannel } from '#contract/channels.ts';
import { functionNames, functionPath, publishableKey } from '#contract/wire.ts';
import { claimOptions, connect } from '#test/job-claims.ts';
import { copyEmptyStore } from '#test/kept-store.ts';
import { createAbuseCheck } from './abuse/abuse-check.ts';
import { createDailyHasher } from './abuse/address-hash.ts';
import { createAnswerCheck } from './abuse/answer-check.ts';
import { createMemoryCounter } from './abuse/counter.ts';
import { createLimits, type Limit } from './abuse/limits.ts';
import { type AppParts, createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createAnswerLinks } from './functions/answer-links.ts';
import { loadPages } from './http/pages.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { describeError } from './observability/describe-error.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import type { StoredSubmission } from './store/stored-submission.ts';

export type AppFixture = Awaited<ReturnType<typeof openAppFixture>>;

/** What the built page of an invitation has, in one line. */
const answerTags = [
  ...['none', 'coming', 'not-now', 'creator', 'venue', 'joined', 'closed', 'over'].map(
    (tag) => `{{#${tag}}}${tag} {{/${tag}}}`,
  ),
  '{{#open}}<form action="/answer/{{token}}">{{/open}} {{words}} {{when}}',
].join('');

/** Only the limits that `RATE_LIMIT_PER_MINUTE` refuses by, so that a test may send as many as it likes. */
const minuteLimits = (perMinute: number): Limit[] =>
  createLimits(perMinute).filter(({ within }) => within === 'minute');

/**
 * The app on a real store in a folder of its own, or in `DATABASE_URL`, and a site of one page a route. For tests.
 *
 * @param choose parts that are others than usual, made with the store
 */
export async function openAppFixture(
  env: Record<string, string> = {},
  choose: (store: Store) => Partial<AppParts> & { limits?: (perMinute: number) => Limit[] } = () => ({}),
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-app-'));
  const distDir = path.join(folder, 'dist');
  await mkdir(path.join(distDir, '_astro'), { recursive: true });
  const page = (title: string) =>
    `<!doctype html><title>${title}</title><style>b{color:red}</style><script>let a = 1;</script><script src="/_astro/a.js"></script><p>${'text '.repeat(200)}`;
  await writeFile(path.join(distDir, 'index.html'), page('Home'));
  await writeFile(path.join(distDir, '404.html'), page('Not found'));
  await writeFile(path.join(distDir, 'answer.html'), page('Answer').replace('<p>', `<p>${answerTags} `));
  await mkdir(path.join(distDir, 'creators'));
  await writeFile(path.join(distDir, 'creators/index.html'), page('Creators'));
  await writeFile(path.join(distDir, 'venues.html'), page('Venues'));
  await writeFile(path.join(distDir, '_astro/a.js'), 'console.log(1);\n'.repeat(100));
  await writeFile(path.join(distDir, 'dot.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));

  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', ...env });
  const security = createSecurityHeaders(config);
  const logged: string[] = [];
  const logger = pino(
    { level: 'debug', serializers: { err: describeError } },
    { write: (line: string) => logged.push(line) },
  );
  await copyEmptyStore(folder);
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: folder });
  const { limits = minuteLimits, ...chosen } = choose(store);
  const counting = {
    limits: limits(config.rateLimitPerMinute),
    counter: createMemoryCounter(),
    readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
  };
  const answerLinks = createAnswerLinks(store);
  const app = createApp({
    config,
    store,
    check: createAbuseCheck(counting),
    invitations: {
      store,
      answerLinks,
      answerCheck: createAnswerCheck(counting),
      timeZone: config.timeZone,
      onQueued: () => undefined,
    },
    pages: await loadPages(distDir, { security, siteUrl: config.siteUrl }),
    security,
    logger,
    onAccepted: () => undefined,
    ...chosen,
  });
  return {
    app,
    store,
    answerLinks,
    dataDir: folder,
    /** Every line that was logged, as JSON. */
    logged,
    /** The submissions that the channel would get next, in order. */
    async due(channel: SubmissionChannel): Promise<readonly StoredSubmission[]> {
      await connect(store, [channel]);
      const { claim } = await store.claimJobs(claimOptions({ channel, digestAbove: 0, maxPerClaim: 100 }));
      return (claim?.jobs ?? []).flatMap((job) => (job.kind === 'submission' ? job.submission : []));
    },
    async close() {
      await app.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

export const creatorBody = {
  name: 'Ana Díaz',
  email: 'ana@example.com',
  handle: '@ana',
  venueName: '',
  website: '',
  city: 'Sydney',
  bio: 'I write about bars.',
  message: '',
  isVenueForm: false,
};

export const venueBody = {
  ...creatorBody,
  handle: '',
  bio: '',
  venueName: 'Bar Cento',
  website: 'not even a url',
  message: 'Forty seats.',
  isVenueForm: true,
};

export const contactBody = { name: 'Ana', email: 'ana@example.com', message: 'Hello' };

export const keyHeader = { apikey: publishableKey };

export const waitlistCallPath = functionPath(functionNames.waitlist);
export const contactCallPath = functionPath(functionNames.contact);
export const siteOrigin = 'http://localhost:3000';

/** A fixture of this test alone, closed when the test ends. */
export async function openOwnFixture(...args: Parameters<typeof openAppFixture>): Promise<AppFixture> {
  const own = await openAppFixture(...args);
  onTestFinished(() => own.close());
  return own;
}

/** Calls a function as the site's scripts do: by default the waitlist's, with a creator's application. */
export function call(
  app: FastifyInstance,
  {
    url = waitlistCallPath,
    body = creatorBody,
    headers = {},
  }: { url?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', origin: siteOrigin, ...keyHeader, ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

/** Headers of every refusal. */
export function expectRefusal(answer: LightMyRequestResponse, status: number, code: string): void {
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
  expect(answer.headers).toMatchObject({
    'sb-error-code': code,
    'access-control-allow-origin': siteOrigin,
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(typeof answer.json().message).toBe('string');
}
