import { randomUUIDv7 } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Output } from '#cli/command.ts';
import { runCli } from '#cli/run-cli.ts';
import type { JobChannel } from '#contract/channels.ts';
import type { FieldName } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { Claim } from '#server/store/job.ts';
import { type Engine, engines, isSkipped } from './faults/stores.ts';
import { claimOne, connect } from './job-claims.ts';
import { keepStore } from './kept-store.ts';
import { newSubmission } from './sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

export const creator = {
  name: 'Ada',
  email: 'ada@example.com',
  handle: '@ada',
  city: 'Melbourne',
  bio: 'I write about bars.',
};
export const venue = {
  name: 'Bo',
  email: 'bo@example.com',
  venueName: 'Bar Cento',
  website: '',
  city: 'Zürich',
  message: 'Forty seats.',
};
export const contact = { name: 'Cy', email: 'cy@example.com', message: 'Do you know Ada@Example.com?' };

/** An output that remembers what was written to it. */
export function collectOutput(columns?: number): Output & { text(): string } {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      text += chunk;
      if (String(chunk).includes('[y/N]')) this.emit('asked');
      done();
    },
  });
  return Object.assign(stream, { text: () => text }, columns === undefined ? {} : { columns });
}

interface RunOptions {
  env?: Record<string, string>;
  /** What the operator types; of several, each answers one question. */
  typed?: string | readonly string[];
  /** Called when the operator is asked something, before the answer is typed. */
  onAsked?: () => Promise<void>;
  now?: () => Date;
  /** Width of the terminal. */
  columns?: number;
}

/** A store that a server has open all the while, empty before each test of the block, and the commands beside it. */
export function setUpCli(engine: Engine) {
  let slack: SlackStandIn;
  const kept = keepStore(engine);

  beforeAll(async () => {
    slack = await startSlackStandIn();
  });
  afterAll(async () => {
    await slack.close();
  });

  async function run(argv: readonly string[], { env = {}, typed, onAsked, now, columns }: RunOptions = {}) {
    const stdout = collectOutput(columns);
    const stderr = collectOutput();
    const input = typed === undefined ? null : Object.assign(new PassThrough(), { isTTY: true });
    const answers = [typed ?? []].flat();
    stderr.on('asked', async () => {
      await onAsked?.();
      const answer = answers.shift();
      // After the last one nobody is there any more.
      if (answers.length === 0) input?.end(answer);
      else input?.write(answer);
    });
    const exitCode = await runCli(argv, {
      env: {
        DATA_DIR: kept.place.dataDir,
        INIT_CWD: kept.place.dataDir,
        ...(kept.place.databaseUrl === null ? {} : { DATABASE_URL: kept.place.databaseUrl }),
        ...env,
      },
      stdout,
      stderr,
      stdin: input,
      ...(now === undefined ? {} : { now }),
    });
    return { exitCode, out: stdout.text(), err: stderr.text() };
  }

  return {
    engine,
    get slack() {
      return slack;
    },
    get folder() {
      return kept.place.dataDir;
    },
    get databaseUrl() {
      return kept.place.databaseUrl;
    },
    get place() {
      return kept.place;
    },
    get store() {
      return kept.store;
    },
    /** Reads the store after it was closed, as the server would at its next start. */
    reopenStore: kept.reopen,
    run,
    /** What a command prints with `--json`; it must end well. */
    async runJson(...argv: readonly string[]) {
      const { exitCode, out, err } = await run([...argv, '--json']);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      return JSON.parse(out);
    },
    /** Runs a command that cannot be done, and compares what it says to this. */
    async fail(argv: readonly string[], sentence: string, options?: RunOptions) {
      const { exitCode, err } = await run(argv, options);
      expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringContaining(sentence) });
      expect(err, 'said as a sentence of its own').not.toContain('The command failed');
    },
    /** The numbers that `list` prints with these options. */
    async listed(...options: readonly string[]): Promise<number[]> {
      const { applicants } = JSON.parse((await run(['list', ...options, '--json'])).out);
      return applicants.map(({ number }: { number: number }) => number);
    },
    async accept(
      kind: SubmissionKind,
      fields: Partial<Record<FieldName, string>>,
      quarantineReason: string | null = null,
    ) {
      const id = randomUUIDv7();
      await kept.store.accept(newSubmission({ id, kind, fields, addressHash: 'a-hash', quarantineReason }));
      return id;
    },
    async claim(channel: JobChannel = 'waitlist'): Promise<Claim> {
      await connect(kept.store, [channel]);
      return claimOne(kept.store, { channel });
    },
  };
}

/** The same tests on both engines; without a Postgres on this machine on SQLite only, except in CI. */
export function describeOnEachEngine(
  name: string,
  defineTests: (cli: ReturnType<typeof setUpCli>) => void,
): void {
  for (const engine of engines)
    describe.skipIf(isSkipped(engine))(`${name} on ${engine}`, () => defineTests(setUpCli(engine)));
}
