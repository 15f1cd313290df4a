import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StateCount } from '#contract/answers.ts';
import type { ConditionName } from '#contract/console-view.ts';
import { answerStatuses, type InvitationAnswer } from '#contract/invitation-answer.ts';
import { applicantStates, type ReviewState, reviewStatesOf, standsIn, states } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { toldStatuses } from '#contract/told.ts';
import { contact, creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { openConsoleCalls } from '#test/console-fixture.ts';
import { claimOptions, connect, finish } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';

const isLong = process.env['FAULTS'] === 'long';
/** Random filters, ten on each random store. */
const stores = isLong ? 30 : 4;
const filtersOnEach = 10;

const cities = [
  'Perth',
  'perth ',
  'Perth, WA',
  'Perthville',
  'Sydney',
  'Sydney NSW 2000',
  'Syd',
  'Zürich',
  '',
];
const words = ['rooftop', 'Bars', 'São', '東京', 'ann'];
const sources = ['instagram.com', 'Instagram.com', 'Türi', 'turi', null];
const waves = ['7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d10', '7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d11'];
const samples = { creator, venue, contact };

/** What happens to one of a few mailboxes. */
const action = fc.record({
  mailbox: fc.nat(11),
  kind: fc.constantFrom('creator', 'creator', 'venue', 'contact'),
  city: fc.constantFrom(...cities),
  word: fc.constantFrom(...words),
  source: fc.constantFrom(...sources),
  what: fc.constantFrom('apply', 'apply', 'apply', 'apply', 'quarantine', 'decide', 'decide', 'erase'),
  to: fc.constantFrom(...applicantStates),
  wave: fc.constantFrom(null, ...waves),
  answer: fc.constantFrom<(InvitationAnswer | null)[]>(null, 'coming', 'not-now'),
});

const eachCondition = {
  kind: fc.constantFrom(...submissionKinds),
  state: fc.constantFrom(...applicantStates, 'answered'),
  told: fc.constantFrom(...toldStatuses),
  answer: fc.constantFrom(...answerStatuses),
  wave: fc.constantFrom(...waves),
  city: fc.constantFrom(...cities.filter((city) => city !== ''), 'PERTH wa', 'syd'),
  email: fc.nat(12).map((mailbox) => `P${mailbox}@bücher.example`),
  text: fc.constantFrom(...words, 'roof', 'ba', 'ooftop', 'rooftop ann'),
  source: fc.constantFrom(...sources.filter((source) => source !== null), 'insta'),
  since: fc.constantFrom('today', '1d', '2999-01-01'),
} satisfies Record<ConditionName | 'since', fc.Arbitrary<string>>;
const conditions = fc.record(eachCondition);
type Conditions = Drawn<typeof conditions>;

/** Mostly one or two conditions: with more, hardly anybody is selected. */
const filter = fc
  .tuple(
    conditions,
    fc.uniqueArray(
      fc.constantFrom(...(Object.keys(eachCondition) as (keyof Conditions)[]), 'city' as const),
      { maxLength: 3 },
    ),
  )
  .map(([all, names]): Partial<Conditions> => Object.fromEntries(names.map((name) => [name, all[name]])));

type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

interface Listed {
  number: number;
  kind: 'creator' | 'venue' | 'contact';
  state: ReviewState;
  appliedAgain: boolean;
}

const kindOf = (kind: string) => submissionKinds.find((each) => each === kind) ?? 'creator';

describeOnEachEngine('one list', (cli) => {
  const { run, runJson } = cli;

  async function act({
    mailbox,
    kind: name,
    city,
    word,
    source,
    what,
    to,
    wave,
    answer,
  }: Drawn<typeof action>): Promise<void> {
    const email = mailbox % 2 === 0 ? `p${mailbox}@bücher.example` : `P${mailbox}@xn--bcher-kva.example`;
    const kind = kindOf(name);
    if (what === 'apply' || what === 'quarantine') {
      const own = { ...samples[kind], email, city, message: word, bio: word };
      const quarantineReason = what === 'quarantine' ? 'honeypot' : null;
      await cli.store.accept(newSubmission({ kind, fields: own, quarantineReason, source }));
      return;
    }
    if (what === 'erase') return void (await cli.store.erase(email));
    const [record] = await cli.store.findByEmail(email);
    if (record === undefined) return;
    const decided = record.kind === 'contact' ? ('answered' as const) : to;
    const letter = newLetter({ delayMs: answer === null ? 3_600_000 : 0 });
    await cli.store.decide(newDecision({ id: record.id }, { to: decided, wave, letter }));
    if (answer === null) return;
    // Only a letter that was sent is answered; one that still waits is made anew when a wave is taken back.
    const { claim } = await cli.store.claimJobs(claimOptions({ channel: 'letters' }));
    if (claim !== null) await finish(cli.store, claim);
    await cli.store.answerInvitation({ letter: letter.id, answer, sentence: null });
  }

  const sumOf = (counted: readonly { count: number }[]): number =>
    counted.reduce((sum, { count }) => sum + count, 0);

  const optionsOf = ({ state, ...rest }: Partial<Conditions>): string[] =>
    Object.entries({ ...rest, review: state }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    );

  test(
    'console, list, export, waves and stats name the same people, whatever the filter',
    async () => {
      await connect(cli.store, ['letters']);
      await fc.assert(
        fc.asyncProperty(
          fc.array(action, { minLength: 25, maxLength: 40 }),
          fc.array(filter, { minLength: filtersOnEach, maxLength: filtersOnEach }),
          async (actions, filters) => {
            for (let mailbox = 0; mailbox < 12; mailbox += 1)
              await cli.store.erase(`p${mailbox}@bücher.example`);
            for (const each of actions) await act(each);
            const { call } = openConsoleCalls(cli.store);
            for (const wanted of filters) {
              const { since, ...view } = wanted;
              const date = since === 'today' ? { date: 'today' } : since === undefined ? {} : { from: since };
              const options = optionsOf(wanted);
              const listed = await runJson('list', ...options, '--per-page', '999');
              const numbers = listed.applicants.map(({ number }: { number: number }) => number);
              expect(listed.total).toBe(numbers.length);
              const standing = listed.applicants.map(standsIn);
              if (wanted.state !== undefined) expect(standing).toEqual(numbers.map(() => wanted.state));
              // A day ago is a moment of the command line only.
              if (since !== '1d') {
                const shown = await call('subjects', {
                  filter: { ...view, ...date },
                  sort: 'newest',
                  after: null,
                  limit: 200,
                });
                expect(shown.rows.map(({ sequence }) => sequence)).toEqual(numbers);
              }
              const { out } = await run(['export', ...options, '--format', 'json', '--sort', 'newest']);
              expect(JSON.parse(out).map(({ number }: { number: number }) => number)).toEqual(numbers);
              if (options.length > 0) {
                const { cities, others, withoutCity, states: counted } = await runJson('stats', ...options);
                expect(sumOf(counted)).toBe(numbers.length);
                for (const state of applicantStates)
                  expect(sumOf(counted.filter((each: StateCount) => each.state === state))).toBe(
                    standing.filter((each: ReviewState) => each === state).length,
                  );
                const people = listed.applicants.filter(({ kind }: { kind: string }) => kind !== 'contact');
                expect(sumOf(cities) + others + withoutCity).toBe(people.length);
              }
              const inConsole = since === '1d' ? null : { ...view, ...date };
              await checkWave('shortlisted', options, inConsole, listed.applicants);
              await checkWave('declined', options, inConsole, listed.applicants);
              const { applicants: after } = await runJson('list', ...options, '--per-page', '999');
              expect(after.map(standsIn), 'waves that are taken back change nothing').toEqual(standing);
            }
          },
        ),
        { numRuns: stores, endOnFailure: true },
      );
    },
    isLong ? 1_800_000 : 120_000,
  );

  /** A dry run, then the wave itself, by the command and by the console; each is taken back. */
  async function checkWave(
    to: 'shortlisted' | 'declined',
    options: readonly string[],
    inConsole: object | null,
    listed: readonly Listed[],
  ): Promise<void> {
    const { command } = states[to];
    if (options.length === 0 || options.includes('--kind=contact') || options.includes('--review=answered'))
      return;
    const { applicants: inTurn } = await runJson('list', ...options, '--sort', 'oldest', '--per-page', '999');
    const numbersOf = (rows: readonly Listed[]) =>
      rows.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbersOf(inTurn)).toEqual(numbersOf(listed));
    const others = (inTurn as Listed[])
      .filter((row) => reviewStatesOf(row.kind).includes(to) && standsIn(row) !== to)
      .map(({ number }) => number);
    const dry = await run([command, ...options, '--dry-run', '--json']);
    if (others.length === 0) {
      expect(dry.err).toContain('The filters match nobody');
      return;
    }
    const planned = JSON.parse(dry.out).applicants.map(({ number }: { number: number }) => number);
    expect(planned).toEqual(others);
    const { wave, decided } = await runJsonQuietly([command, ...options, '--yes', '--json']);
    expect(decided).toBe(others.length);
    await checkMade(wave, others);
    if (inConsole === null) return;
    const { call } = openConsoleCalls(cli.store);
    const shown = { filter: inConsole, newest: 1_000_000 };
    const { people, newest, lastDecision } = await call('wavePlan', { ...shown, to });
    expect(people).toBe(others.length);
    const waveId = randomUUID();
    const whom = { filter: inConsole, newest, lastDecision };
    await call('decideWave', { waveId, whom, to, note: null, letterAtMs: null });
    await checkMade(waveId, others);
  }

  async function checkMade(id: string, expected: readonly number[]): Promise<void> {
    const { people } = await cli.store.readWave(id);
    expect(people.map(({ sequence }) => sequence)).toEqual(expected);
    const actor = { way: 'cli', id: randomUUID(), name: 'bo' } as const;
    await cli.store.undoWave({ id, actor, letter: newLetter() });
  }

  async function runJsonQuietly(argv: readonly string[]) {
    const { exitCode, out } = await run(argv);
    expect(exitCode).toBe(0);
    return JSON.parse(out);
  }
});
