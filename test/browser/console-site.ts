import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { consoleCallPath } from '#contract/console-calls.ts';
import { type FieldName, fieldNames } from '#contract/fields.ts';
import { type honeypotField, type SubmissionKind, variantKey, waitlistKinds } from '#contract/submission.ts';
import { functionOf, functionPath, publishableKey } from '#contract/wire.ts';
import { runOn } from '#test/postgres.ts';
import { findFreePort } from '#test/program.ts';
import { sampleSubmission } from '#test/sample-submissions.ts';
import { startTestSite, type TestSite } from './test-site.ts';

/** The site with its console, and what a visitor and an operator do beside it. */
export interface ConsoleSite extends Pick<TestSite, 'slack' | 'log'> {
  url: string;
  siteUrl: string;
  /** Sends a form as a visitor does. */
  apply(
    kind: SubmissionKind,
    fields?: Partial<Record<FieldName | typeof honeypotField, string>>,
  ): Promise<void>;
  /** Runs `npm run waitlist -- …`, and answers what it prints. */
  run(...args: string[]): Promise<string>;
  /** A link that signs in once. */
  signInLink(): Promise<string>;
  /** Changes the store directly, for what would take days: one statement of SQL. */
  changeStore(statement: string): Promise<void>;
  /** The cookie of a session of its own, for tests whose subject is not the sign-in. */
  session(): Promise<{ name: string; value: string; url: string }>;
  close(): Promise<void>;
}

export async function startConsoleSite(settings: Record<string, string> = {}): Promise<ConsoleSite> {
  const site = await startTestSite({ ADMIN_PORT: String(await findFreePort()), ...settings });
  const { folder, consoleUrl: url, run } = site.program;
  if (url === null) throw new Error(`The console is not served:\n${site.log()}`);

  const signInLink = async () => JSON.parse(await run('sign-in', '--json')).link as string;
  return {
    slack: site.slack,
    log: site.log,
    url,
    siteUrl: site.url,
    run,
    async apply(kind, fields = {}) {
      const answer = await fetch(site.url + functionPath(functionOf(kind)), {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify(bodyOf(kind, fields)),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    },
    signInLink,
    async changeStore(statement) {
      const databaseUrl = settings['DATABASE_URL'];
      if (databaseUrl === undefined) {
        const database = new DatabaseSync(join(settings['DATA_DIR'] ?? folder, 'waitlist.db'), {
          timeout: 5_000,
        });
        database.exec(statement);
        return database.close();
      }
      await runOn(databaseUrl, statement);
    },
    async session() {
      const token = (await signInLink()).split('/').at(-1);
      const answer = await fetch(url + consoleCallPath('signIn'), {
        method: 'POST',
        headers: { Origin: url, 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      const [name = '', value = ''] = (answer.headers.get('Set-Cookie') ?? '').split(/[=;]/);
      return { name, value, url };
    },
    close: site.close,
  };
}

function bodyOf(kind: SubmissionKind, fields: Record<string, string>): Record<string, unknown> {
  const typed = { ...sampleSubmission(kind).fields, ...fields };
  if (kind === 'contact') return typed;
  const empty = Object.fromEntries(fieldNames(...waitlistKinds).map((name) => [name, '']));
  return { ...empty, ...typed, [variantKey]: kind === 'venue' };
}
