import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type FieldName, fieldNames, fieldTable } from '#contract/fields.ts';
import { maxBodyBytes } from '#contract/limits.ts';
import { maxNoteCharacters } from '#contract/review.ts';
import { type SubmissionKind, submissionKinds, variantKey } from '#contract/submission.ts';
import { functionNames, functionPath, publishableKey } from '#contract/wire.ts';
import { createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import { createMemoryCounter } from '#server/abuse/counter.ts';
import { createConsoleApp } from '#server/admin/console-app.ts';
import { createConsoleHeaders } from '#server/admin/console-headers.ts';
import { createConsoleApi } from '#server/admin/create-console-api.ts';
import { consoleOrigins } from '#server/admin/request-check.ts';
import { createLink } from '#server/admin/sign-in-token.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import { fitName } from '#server/mail/compose-letter.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { composeMessage } from '#server/slack/compose-message.ts';
import { openStore } from '#server/store/open-store.ts';
import { storedSubmission } from '#test/sample-submissions.ts';
import { composeClick, signAsSlack, writeClickBody } from '#test/slack-click.ts';
import { type Finding, printFindings } from './results.ts';

/** Milliseconds of processor time that a request may cost, with the worst bodies that were found. */
const atMostMs = 5;
const rounds = 10;

const longest = (unit: string) => (characters: number) =>
  [...unit.repeat(Math.ceil(characters / [...unit].length))].slice(0, characters).join('');
/** Characters from this one on, each another. */
const distinct = (first: number, of: number, wordLength: number) => (characters: number) =>
  Array.from({ length: characters }, (_, index) =>
    index % wordLength === wordLength - 1
      ? ' '
      : String.fromCodePoint(first + ((index * 7 + Math.floor(index / of)) % of)),
  ).join('');

const textMakers: Record<string, (characters: number) => string> = {
  'Latin words': longest('a brunch with wine '),
  'one long word': longest('a'),
  spaces: (characters) => `a${' '.repeat(characters - 2)}b`,
  'line breaks': longest('a\r\n'),
  'marks in the order that is slowest to sort': (characters) =>
    '\u0f73'.repeat(characters / 2) + '\u0334'.repeat(characters / 2),
  'marks of five classes': longest('\u0345\u0315\u0301\u0316\u0334'),
  'letters with 27 marks each': longest(`a${'\u0345\u0315\u0334'.repeat(9)}`),
  'half-width voicing marks': longest('\uff9e\uff9f'),
  'ligatures of 18 letters': longest('\ufdfa'),
  'ligatures of 18 letters, as words': longest('\ufdfa '),
  'squared words': longest('\u3316'),
  'Hangul syllables': distinct(0xac00, 11_172, 2),
  'Han, each another': distinct(0x4e00, 20_000, 2),
  'Han of compatibility': distinct(0xf900, 256, 2),
  'Arabic forms': distinct(0xfb50, 600, 3),
  Devanagari: longest('क्ष'),
  Thai: longest('กำ'),
  Tibetan: longest('ཀ\u0f73\u0f75\u0f81'),
  Hebrew: longest('ש\u05bc\u05c1\u05b8'),
  Vietnamese: longest('Việt '),
  'mathematical letters': longest('\u{1d400}'),
  'İ, whose lower case is longer': longest('\u0130'),
  'capital sigmas': longest('Σ'),
  Deseret: longest('\u{10400}'),
  'signs, each another': distinct(0x2190, 3_000, 3),
  'signs that JSON and Slack escape': longest('"\\<&'),
  'emoji of several characters': longest('👩🏽‍🍳'),
  flags: longest('🇦'),
  'invisible characters': longest('\u200d'),
  'variation selectors': longest('\u{e0100}'),
  'lone surrogates': longest('\ud800'),
  'dots and states': longest('. (nsw'),
};

type Texts = Partial<Record<FieldName, string>>;
const textsOf = (kind: SubmissionKind, make: (characters: number) => string, round: number): Texts => ({
  ...Object.fromEntries(
    fieldNames(kind).map((name) => [
      name,
      // The words of each are others, so that the index is written each time.
      `${round} ${make(fieldTable[name].maxCharacters)}`.slice(0, fieldTable[name].maxCharacters),
    ]),
  ),
  email: 'ada@example.com',
});

function functionBody(kind: SubmissionKind, texts: Texts): object {
  if (kind === 'contact') return texts;
  const empty = [...fieldNames('creator'), ...fieldNames('venue')].map((name) => [name, '']);
  return { ...Object.fromEntries(empty), ...texts, [variantKey]: kind === 'venue' };
}

const folder = await mkdtemp(join(tmpdir(), 'entree-texts-'));
const store = await openStore({ databaseUrl: null, dataDir: folder });
const logger = pino({ level: 'silent' });
const slackSecret = '0123456789abcdef0123456789abcdef';
const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0' });
const ignore = () => undefined;
const site = createApp({
  config,
  store,
  check: createAbuseCheck({
    limits: [],
    counter: createMemoryCounter(),
    readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
  }),
  pages: { find: () => null } as never,
  security: createSecurityHeaders(config),
  logger,
  interactivity: {
    store,
    signingSecret: slackSecret,
    standInOrigin: null,
    hasApp: false,
    makeNewLetter: null,
    timeZone: 'UTC',
    onQueued: ignore,
  },
  onAccepted: ignore,
});
const consoleApp = createConsoleApp({
  answer: createConsoleApi({
    store,
    calendar: createCalendar('UTC'),
    letters: null,
    wakeOutbox: ignore,
    warn: ignore,
    progress: ignore,
    now: Date.now,
  }),
  files: new Map(),
  security: createConsoleHeaders(null),
  store,
  provider: null,
  settings: { timeZone: 'UTC', sendsLetters: false, sendsMessages: false },
  origins: () => consoleOrigins(3001, null),
  trustProxy: false,
  logger,
  onAnswered: ignore,
});

interface Post {
  app: FastifyInstance;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer;
}
const send = ({ app, ...post }: Post) => app.inject({ method: 'POST', ...post });

const json = { 'content-type': 'application/json' };
const consoleHeaders = { host: '127.0.0.1:3001', origin: 'http://127.0.0.1:3001', ...json };
const callFunction = (kind: SubmissionKind, body: object): Post => ({
  app: site,
  url: functionPath(functionNames[kind === 'contact' ? 'contact' : 'waitlist']),
  headers: { ...json, apikey: publishableKey },
  payload: JSON.stringify(body),
});
const signIn = (token: string): Post => ({
  app: consoleApp,
  url: '/api/signIn',
  headers: consoleHeaders,
  payload: JSON.stringify({ token }),
});
const signedIn = await send(signIn(await createLink(store, 'bench')));
const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
const callConsole = (call: string, body: object): Post => ({
  app: consoleApp,
  url: `/api/${call}`,
  headers: { ...consoleHeaders, cookie },
  payload: JSON.stringify(body),
});
const callWithSheet = (call: string, values: object, sheet: string): Post => ({
  app: consoleApp,
  url: `/api/${call}`,
  headers: { ...consoleHeaders, cookie, 'content-type': 'application/octet-stream' },
  payload: `${JSON.stringify({ kind: 'creator', chosen: [], ...values })}\n${sheet}`,
});
const click = (value: string, name: string): Post => {
  const message = { text: '"'.repeat(15_000), blocks: [] };
  const button = { actionId: 'decide', value, text: 'Invite' };
  const user = { id: 'U1', name };
  const responseUrl = 'https://hooks.slack.com/actions/T1/1/a';
  const payload = writeClickBody(composeClick({ message, messageTs: '1.1', button, user, responseUrl }));
  return { app: site, url: '/slack/interactivity', headers: signAsSlack(payload, slackSecret), payload };
};

let applications = 0;
/** Words that nobody has used. */
const newWords = () => {
  applications += 1;
  return Array.from({ length: 800 }, (_, index) => `${(applications * 800 + index).toString(36)}w`)
    .join(' ')
    .slice(0, 5_000);
};

/** Somebody who has applied so often that there is no room for further words. */
let about = '';
for (let count = 0; count < 16; count += 1) {
  const body = functionBody('creator', { ...textsOf('creator', longest('a'), count), bio: newWords() });
  about = (await send(callFunction('creator', body))).json().id;
}

/** Bodies by route; each round's is another. */
const routes: Record<string, (make: (characters: number) => string, round: number) => Post> = {
  // First, while nobody has applied a thousand times.
  'a note': (make, round) =>
    callConsole('addNote', {
      changeId: randomUUID(),
      about,
      text: `${round} ${make(maxNoteCharacters)}`.slice(0, maxNoteCharacters),
    }),
  'a search': (make) =>
    callConsole('subjects', { filter: { text: make(200) }, sort: 'newest', after: null, limit: 50 }),
  ...Object.fromEntries(
    submissionKinds.map((kind) => [
      `a form, ${kind}`,
      (make, round) => callFunction(kind, functionBody(kind, textsOf(kind, make, round))),
    ]),
  ),
  'a form without scripts': (make, round) => ({
    app: site,
    url: functionPath(functionNames.contact),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: config.siteUrl },
    payload: new URLSearchParams(textsOf('contact', make, round)).toString().slice(0, maxBodyBytes),
  }),
  'the longest body of a form': (make) =>
    callFunction('contact', {
      name: Buffer.from(make(maxBodyBytes))
        .subarray(0, maxBodyBytes / 2 - 200)
        .toString(),
    }),
  'a click in Slack': (make) => click(make(2_000), make(2_000)),
  'a sign-in': (make) => signIn(make(200)),
  'a person who is added': (make, round) =>
    callConsole('addPerson', {
      changeId: randomUUID(),
      kind: 'creator',
      fields: { ...textsOf('creator', make, round), email: `${randomUUID()}@example.com` },
      sendsMessage: false,
    }),
};

/** Mean of a batch of requests; the least of three, because what else runs on the machine makes it longer. */
async function measureMs<Input>(make: (round: number) => Input, use: (input: Input) => unknown) {
  for (let round = 0; round < rounds; round += 1) await use(make(round));
  const least = { ms: Number.POSITIVE_INFINITY, allMs: Number.POSITIVE_INFINITY };
  for (let batch = 1; batch <= 3; batch += 1) {
    const inputs = Array.from({ length: rounds }, (_, round) => make(batch * rounds + round));
    const [before, allBefore] = [process.threadCpuUsage(), process.cpuUsage()];
    for (const input of inputs) await use(input);
    const [own, all] = [process.threadCpuUsage(before), process.cpuUsage(allBefore)];
    least.ms = Math.min(least.ms, (own.user + own.system) / 1_000 / rounds);
    least.allMs = Math.min(least.allMs, (all.user + all.system) / 1_000 / rounds);
  }
  return least;
}

const findings: Finding[] = [];

/** The worst text in the thread that answers visitors; also with those of the store and of memory. */
async function find(
  what: string,
  measure: (make: (characters: number) => string) => ReturnType<typeof measureMs>,
) {
  let worst = { ms: 0, text: '' };
  let mostMs = 0;
  for (const [text, make] of Object.entries(textMakers)) {
    const { ms, allMs } = await measure(make);
    if (ms > worst.ms) worst = { ms, text };
    mostMs = Math.max(mostMs, allMs);
  }
  findings.push({ measure: `${what}: ${worst.text}`, value: worst.ms, target: { atMost: atMostMs } });
  findings.push({ measure: `${what}, all threads`, value: mostMs });
}

for (const [route, post] of Object.entries(routes))
  await find(route, (make) => measureMs((round) => post(make, round), send));
for (const kind of submissionKinds) {
  await find(`message and letter, ${kind}`, (make) => {
    const makeFields = (round: number) => textsOf(kind, make, round);
    return measureMs(makeFields, (fields) => {
      composeMessage([storedSubmission({ kind, fields })], {
        consoleUrl: null,
        timeZone: 'UTC',
        hasButtons: false,
      });
      fitName(fields.name ?? '');
    });
  });
}
for (const call of ['readSheet', 'importSheet']) {
  const { ms } = await measureMs(() => {
    const rows = Array.from({ length: 50 }, () => `${randomUUID()}@example.com,${newWords()}`);
    const values = call === 'readSheet' ? {} : { importId: randomUUID(), fileName: 'a.csv' };
    return callWithSheet(call, values, `Email,Bio\n${rows.join('\n')}`);
  }, send);
  findings.push({ measure: `${call}, of each batch of 50 people`, value: ms, target: { atMost: atMostMs } });
}
printFindings('Processor time of a request, ms', findings);
if (findings.some(({ value, target }) => target && value > atMostMs)) process.exitCode = 1;
await site.close();
await consoleApp.close();
await store.close();
await rm(folder, { recursive: true });
