import { randomUUID } from 'node:crypto';
import { type FieldName, fieldNames } from '#contract/fields.ts';
import { type honeypotField, type SubmissionKind, variantKey, waitlistKinds } from '#contract/submission.ts';
import { functionOf, functionPath, publishableKey } from '#contract/wire.ts';
import { signInByLink } from '#test/console-client.ts';
import { findFreePort } from '#test/program.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { sampleSubmission } from '#test/sample-submissions.ts';
import { startTestSite, type TestSite } from './test-site.ts';

/** The site with its console, and what a visitor and an operator do beside it. */
export interface ConsoleSite extends Pick<TestSite, 'slack' | 'log'> {
  url: string;
  siteUrl: string;
  /** Sends a form as a visitor does; a name brings its email. */
  apply(kind: SubmissionKind, fields?: SentFields, headers?: Record<string, string>): Promise<void>;
  /** Runs `npm run waitlist -- …`, and answers what it prints. */
  run(...args: string[]): Promise<string>;
  /** Decides about somebody as another reviewer does, beside the console. */
  decide(verb: string, name: string): Promise<void>;
  /** A link that signs in once. */
  signInLink(): Promise<string>;
  /** Changes the store directly, for what would take days: one statement of SQL. */
  changeStore(statement: string): Promise<void>;
  /** As if the ten seconds of the undo had passed: letters without a time of their own go at once. */
  sendLetters(): Promise<void>;
  /** The cookie of a session of its own, for tests whose subject is not the sign-in. */
  session(): Promise<{ name: string; value: string; url: string }>;
  close(): Promise<void>;
}

export type SentFields = Partial<Record<FieldName | typeof honeypotField, string>>;

export async function startConsoleSite(settings: Record<string, string> = {}): Promise<ConsoleSite> {
  const site = await startTestSite({ ADMIN_PORT: String(await findFreePort()), ...settings });
  const { folder, consoleUrl: url, run } = site.program;
  if (url === null) throw new Error(`The console is not served:\n${site.log()}`);

  const signInLink = async () => JSON.parse(await run('sign-in', '--json')).link as string;
  const apply: ConsoleSite['apply'] = async (kind, fields = {}, headers = {}) => {
    const answer = await fetch(site.url + functionPath(functionOf(kind)), {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify(bodyOf(kind, fields)),
    });
    if (!answer.ok)
      throw new Error(`The ${kind} form was not taken: ${answer.status} ${await answer.text()}`);
  };
  const changeStore: ConsoleSite['changeStore'] = async (statement) => {
    const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir = folder } = settings;
    await runOnStore({ databaseUrl, dataDir }, statement);
  };
  return {
    slack: site.slack,
    log: site.log,
    url,
    siteUrl: site.url,
    run,
    apply,
    async decide(verb, name) {
      const [found] = JSON.parse(await run('list', '--email', emailOf(name), '--json')).applicants;
      await run(verb, String(found.number), '--yes');
    },
    signInLink,
    changeStore,
    async sendLetters() {
      await changeStore(
        "update jobs set due_at = 0 where kind = 'letter' and state = 'waiting' and tell_at is null",
      );
      await apply('contact', { name: 'Wakes the server' });
    },
    async session() {
      const [name = '', value = ''] = (await signInByLink(await signInLink())).split('=');
      return { name, value, url };
    },
    close: site.close,
  };
}

function bodyOf(kind: SubmissionKind, fields: SentFields): Record<string, unknown> {
  const email = fields.name === undefined ? {} : { email: emailOf(fields.name) };
  const typed = { ...sampleSubmission(kind).fields, ...email, ...fields };
  if (kind === 'contact') return typed;
  const empty = Object.fromEntries(fieldNames(...waitlistKinds).map((name) => [name, '']));
  return { ...empty, ...typed, [variantKey]: kind === 'venue' };
}

export const emailOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}@example.com`;

/** Invented people, the last of them the newest. Each test changes rows of its own. */
const people = [
  ['creator', 'Ada Nguyen', 'Sydney'],
  ['creator', 'Bo Larsen', 'Melbourne'],
  ['venue', 'Chloé Marsh', 'Melbourne'],
  ['creator', 'Dinesh Okafor', 'Perth'],
  ['creator', 'Eero Costa', 'Brisbane'],
  ['venue', 'Fatima Ito', 'Sydney'],
  ['creator', 'Giang Silva', 'Hobart'],
  ['creator', 'Hana Reid', 'Hobart'],
  ['creator', 'Ivo Marsh', 'Hobart'],
  ['creator', 'Ada Nguyen', 'Sydney'],
] as const;

/** A word that all of them wrote, and nobody else. */
export const sharedWord = 'unhurried';

export async function fillSite(site: ConsoleSite): Promise<void> {
  const text = `Long, ${sharedWord} lunches, and the people who cook them.`;
  for (const [kind, name, city] of people)
    await site.apply(kind, { name, city, [kind === 'venue' ? 'message' : 'bio']: text });
}

/** A letter's time, as the field for it takes one. */
export const inTwoDays = (): string =>
  `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T10:00`;
