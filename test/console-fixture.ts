import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Actor } from '#contract/answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { type ConsoleAppParts, consoleLimits, createConsoleApp } from '#server/admin/console-app.ts';
import { loadConsoleFiles } from '#server/admin/console-files.ts';
import { createConsoleHeaders } from '#server/admin/console-headers.ts';
import { type AnswerCall, createConsoleApi } from '#server/admin/create-console-api.ts';
import { consoleOrigins } from '#server/admin/request-check.ts';
import { createLink } from '#server/admin/sign-in-token.ts';
import { createLetterComposer } from '#server/mail/compose-letter.ts';
import { describeError } from '#server/observability/describe-error.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { CallError } from '#server/operator/call.ts';
import { type CallAnswer, type CallName, calls } from '#server/operator/calls.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { copyEmptyStore } from './kept-store.ts';
import { newLetter } from './sample-decisions.ts';

export const localOrigin = 'http://127.0.0.1:3001';
export const teamOrigin = 'https://console.example.com';

export interface ConsoleFixture {
  app: FastifyInstance;
  store: Store;
  /** The token of a link that signs in. */
  createLink(account: string): Promise<string>;
  logged: string[];
  /** Calls that reached the data, with who made them. */
  made: { call: string; request: unknown; user: { id: string; name: string } }[];
  /** As the console's own page sends it. */
  call(call: string, body?: unknown, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** The cookie of a new session by a link. */
  signIn(account?: string): Promise<string>;
}

export interface CallOptions {
  cookie?: string | undefined;
  origin?: string;
  headers?: Record<string, string>;
}

interface FixtureOptions {
  provider?: ConsoleAppParts['provider'];
  answer?: AnswerCall;
  limits?: typeof consoleLimits;
}

/** The front end that is served in these tests: a page and a file. */
export async function writeFrontEnd(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><title>Console</title><script type="module" src="/assets/main-abc123.js"></script>',
  );
  await writeFile(path.join(folder, 'assets/main-abc123.js'), 'console.info("console");\n'.repeat(40));
}

/** The console on a store of its own, for one test; nothing listens. */
export async function openConsoleFixture(options: FixtureOptions = {}): Promise<ConsoleFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-console-'));
  const dist = path.join(folder, 'dist-admin');
  await writeFrontEnd(dist);
  const logged: string[] = [];
  const logger = pino(
    { level: 'trace', serializers: { err: describeError } },
    { write: (line: string) => logged.push(line) },
  );
  await copyEmptyStore(folder);
  const store = await openStore({ databaseUrl: null, dataDir: folder });
  const security = createConsoleHeaders(teamOrigin);
  const files = await loadConsoleFiles(dist, security);
  if (files === null) throw new Error('The front end was not written.');
  const made: ConsoleFixture['made'] = [];
  const { provider = null, limits = consoleLimits } = options;
  const app = createConsoleApp({
    answer:
      options.answer ??
      (async (call, request, user) => {
        made.push({ call, request, user });
        throw new CallError('NOT_FOUND', 'There is no such person.');
      }),
    files,
    security,
    store,
    provider,
    limits,
    settings: {
      timeZone: 'Australia/Sydney',
      sendsLetters: false,
      sendsMessages: false,
    },
    origins: () => consoleOrigins(3001, teamOrigin),
    trustProxy: ['127.0.0.0/8'],
    logger,
    onAnswered: () => undefined,
  });
  onTestFinished(async () => {
    await app.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call: ConsoleFixture['call'] = (name, body = {}, { cookie, origin = localOrigin, headers } = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/${name}`,
      headers: {
        host: new URL(origin).host,
        origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    app,
    store,
    createLink: (account) => createLink(store, account),
    logged,
    made,
    call,
    async signIn(account = 'ada') {
      const answer = await call('signIn', { token: await createLink(store, account) });
      return cookieOf(answer);
    },
  };
}

/** As the browser sends back what it was sent. */
export function cookieOf(answer: LightMyRequestResponse): string {
  return setCookiesOf(answer)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export const setCookiesOf = ({ headers }: LightMyRequestResponse): string[] =>
  [headers['set-cookie'] ?? []].flat();

interface CallsOptions {
  sendsLetters?: boolean;
  now?: () => number;
  rewriteFile?: () => Promise<boolean>;
}

interface Deciding {
  about: string | undefined;
  seenVersion: number;
  to?: ReviewState;
  decisionId?: string | undefined;
}

/** The console's calls on this store, without its listener. */
export function openConsoleCalls(
  store: Store,
  { sendsLetters = true, now = Date.now, rewriteFile }: CallsOptions = {},
) {
  const failures: unknown[] = [];
  let wakes = 0;
  const calendar = createCalendar('Australia/Sydney');
  const answer = createConsoleApi({
    store: { ...store, ...(rewriteFile && { rewriteFile }) },
    calendar,
    letters: sendsLetters
      ? {
          make: () => newLetter(),
          compose: createLetterComposer({
            siteUrl: 'https://entree.example',
            timeZone: 'Australia/Sydney',
          }),
        }
      : null,
    wakeOutbox: () => {
      wakes += 1;
    },
    warn: (_details, message) => failures.push(message),
    progress() {},
    now,
  });
  const ada: Actor = { way: 'console', id: 'ada@team.example', name: 'Ada' };
  /** As the listener does it: the body is parsed first. */
  const call = <Call extends CallName>(name: Call, body: unknown, user = ada) =>
    answer(name, calls[name].input.parse(body) as never, user);
  const list = async (filter: object = {}, sort = 'newest') =>
    (await call('subjects', { filter, sort, after: null, limit: 200 })).rows;
  /** Invites, or as each says; the outcomes. */
  const decide = async (people: readonly Deciding[], changes: object = {}, user = ada) => {
    const outcomes: CallAnswer<'decide'>[] = [];
    for (const { to = 'invited', decisionId = randomUUID(), ...seen } of people)
      outcomes.push(await call('decide', { ...seen, to, decisionId, ...changes }, user));
    return outcomes;
  };
  return { call, list, decide, calendar, failures, wakes: () => wakes };
}
