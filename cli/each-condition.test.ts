import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ConditionName, conditions, DateRange, Filter } from '#contract/console-view.ts';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import type { NewLetter } from '#server/store/review.ts';
import { describeOnEachEngine } from '#test/cli-fixture.ts';
import { openConsoleCalls } from '#test/console-fixture.ts';
import { claimOne, connect, finish, park } from '#test/job-claims.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import type { filterOptions } from './selection.ts';

interface Person {
  name: string;
  kind?: SubmissionKind;
  city?: string;
  source?: string;
  words?: string;
  to?: ReviewState;
  letter?: NewLetter;
  /** What became of the letter; missing: it waits. */
  end?: 'delivered' | 'parked' | 'came back';
  wave?: string;
  answer?: InvitationAnswer;
  appliesAgain?: boolean;
}

const wave = randomUUID();

/** In the order in which they apply. */
const people: readonly Person[] = [
  { name: 'ada', city: 'Sydney NSW 2000', source: 'instagram.com', words: 'rooftop bars' },
  { name: 'bo', kind: 'venue', city: 'Zürich', source: 'Türi', words: 'a cellar', to: 'shortlisted' },
  { name: 'cy', kind: 'contact', to: 'answered' },
  { name: 'dee', to: 'invited', wave, letter: newLetter(), end: 'delivered', answer: 'coming' },
  { name: 'fay', to: 'invited', letter: newLetter(), end: 'parked', answer: 'not-now' },
  { name: 'eve', to: 'invited', letter: newLetter({ letterAtMs: Date.now() + 86_400_000 }) },
  { name: 'lou', to: 'invited', letter: newLetter(), end: 'came back' },
  { name: 'gil', to: 'invited' },
  { name: 'hal', to: 'declined' },
  { name: 'jo', to: 'joined', wave },
  { name: 'kit', kind: 'contact' },
  { name: 'ivy', to: 'declined', appliesAgain: true },
];

type Conditions = typeof conditions;

/** Whom each value of each condition finds; nobody else. */
const found: {
  [Name in ConditionName]: Record<z.infer<Conditions[Name]['schema']>, readonly string[]>;
} = {
  kind: {
    creator: ['ada', 'dee', 'fay', 'eve', 'lou', 'gil', 'hal', 'jo', 'ivy'],
    venue: ['bo'],
    contact: ['cy', 'kit'],
  },
  state: {
    new: ['ada', 'ivy'],
    shortlisted: ['bo'],
    invited: ['dee', 'fay', 'eve', 'lou', 'gil'],
    joined: ['jo'],
    declined: ['hal'],
    answered: ['cy'],
  },
  told: {
    told: ['dee'],
    waiting: ['eve'],
    parked: ['fay'],
    'came-back': ['lou'],
    'not-told': ['gil', 'hal', 'ivy'],
  },
  answer: { coming: ['dee'], 'not-now': ['fay'], none: ['eve', 'lou', 'gil'] },
  wave: { [wave]: ['dee', 'jo'], [wave.toUpperCase()]: ['dee', 'jo'], [randomUUID()]: [] },
  city: { zurich: ['bo'], 'sydney, nsw': ['ada'], syd: [], 'Zürich West': [] },
  source: { 'INSTAGRAM.com': ['ada'], turi: ['bo'], insta: [], 'instagram.com.au': [] },
  email: { 'ADA@Example.com': ['ada'], 'da@example.com': [] },
  text: { 'rooft BAR': ['ada'], cellar: ['bo'], ooftop: [], 'rooftop cellar': [] },
};

const optionOf = {
  kind: 'kind',
  state: 'review',
  told: 'told',
  answer: 'answer',
  wave: 'wave',
  city: 'city',
  source: 'source',
  email: 'email',
  text: 'text',
} as const satisfies { [Name in ConditionName]: Conditions[Name]['name'] };

/** The times of the console and of the command line. */
type TimeName = Exclude<
  keyof Filter | keyof typeof filterOptions,
  ConditionName | Conditions[ConditionName]['name'] | 'toldBefore' | 'told-before'
>;

/** Whether, at this moment, the value finds somebody who applied at `atMs`. */
type Finding = readonly [value: string, nowMs: number, isFound: boolean];

const dayMs = 86_400_000;

function findingsOf(atMs: number): Record<TimeName, readonly Finding[]> {
  const calendar = createCalendar('Australia/Sydney');
  const day = calendar.formatDay(atMs);
  const dayAfter = (days: number) => calendar.addDays(day, days);
  const startOf = (other: string) => calendar.startOfDay(other) ?? expect.fail();
  const firstOutside = {
    today: startOf(dayAfter(1)),
    '7d': startOf(dayAfter(7)),
    '30d': startOf(dayAfter(30)),
    year: startOf(`${Number(day.slice(0, 4)) + 1}-01-01`),
  } satisfies Record<DateRange, number>;
  return {
    date: Object.entries(firstOutside).flatMap(([range, outsideMs]): Finding[] => [
      [range, outsideMs - 1, true],
      [range, outsideMs, false],
    ]),
    from: [
      [day, atMs, true],
      [dayAfter(1), atMs, false],
    ],
    to: [
      [day, atMs, true],
      [dayAfter(-1), atMs, false],
    ],
    since: [
      ['24h', atMs + dayMs, true],
      ['24h', atMs + dayMs + 1, false],
      ['7d', startOf(dayAfter(7)) - 1, true],
      ['7d', startOf(dayAfter(7)), false],
      ['30d', startOf(dayAfter(30)) - 1, true],
      ['30d', startOf(dayAfter(30)), false],
      [day, atMs, true],
      [dayAfter(1), atMs, false],
    ],
    until: [
      ['24h', atMs + dayMs + 1, true],
      ['24h', atMs + dayMs, false],
      [day, atMs, true],
      [dayAfter(-1), atMs, false],
    ],
  };
}

describeOnEachEngine('a filter', (cli) => {
  async function add({ name, kind = 'creator', city, source, words, ...person }: Person) {
    const { to, letter = null, end, appliesAgain } = person;
    const email = `${name}@example.com`;
    const own = { name, email, city: city ?? 'Perth', bio: words ?? '', message: words ?? 'Hello' };
    const apply = () => cli.store.accept(newSubmission({ kind, fields: own, source: source ?? null }));
    const { id } = await apply();
    if (to !== undefined)
      await cli.store.decide(newDecision({ id }, { to, letter, wave: person.wave ?? null }));
    if (end !== undefined) {
      const claim = await claimOne(cli.store, { channel: 'letters' });
      await (end === 'parked' ? park(cli.store, claim, 'mail_refused 550') : finish(cli.store, claim));
      const back = { id: randomUUID(), about: { id }, actor: ada, reason: null };
      if (end === 'came back') await cli.store.markCameBack(back);
    }
    if (person.answer !== undefined && letter !== null)
      await cli.store.answerInvitation({ letter: letter.id, answer: person.answer, sentence: null });
    if (appliesAgain) await apply();
  }

  /** Numbers, as the console lists them. */
  async function inConsole(filter: object, nowMs = Date.now()): Promise<number[]> {
    const { call } = openConsoleCalls(cli.store, { now: () => nowMs });
    const { rows } = await call('subjects', { filter, sort: 'oldest', after: null, limit: 200 });
    return rows.map(({ sequence }) => sequence);
  }

  async function byCommand(option: string, nowMs = Date.now()): Promise<number[]> {
    const now = () => new Date(nowMs);
    const { out } = await cli.run(['list', option, '--sort', 'oldest', '--json'], { now });
    return JSON.parse(out).applicants.map(({ number }: { number: number }) => number);
  }

  test('finds whom each of its conditions describes, and nobody else', async () => {
    await connect(cli.store, ['letters']);
    for (const person of people) await add(person);
    const nameOf = new Map<number, string>();
    for (const { name } of people)
      for (const { sequence } of await cli.store.findByEmail(`${name}@example.com`))
        nameOf.set(sequence, name);
    const namesOf = (numbers: readonly number[]) => numbers.map((number) => nameOf.get(number));
    for (const [condition, values] of Object.entries(found) as [ConditionName, Record<string, string[]>][])
      for (const [value, names] of Object.entries(values)) {
        const what = `${condition} ${value}`;
        expect(namesOf(await inConsole({ [condition]: value })), `${what}, in the console`).toEqual(names);
        const option = `--${optionOf[condition]}=${value}`;
        expect(namesOf(await byCommand(option)), `${what}, by the command`).toEqual(names);
      }
  });

  test('finds by a time whoever applied within it, to the millisecond at both of its ends', async () => {
    const { id } = await cli.store.accept(newSubmission());
    const [record] = await cli.store.findByEmail('ada@example.com');
    expect(record?.id).toBe(id);
    const findings = findingsOf(record?.receivedAtMs ?? expect.fail());
    for (const [name, each] of Object.entries(findings) as [TimeName, readonly Finding[]][])
      for (const [value, nowMs, isFound] of each) {
        const isOption = name === 'since' || name === 'until';
        const numbers = isOption
          ? await byCommand(`--${name}=${value}`, nowMs)
          : await inConsole({ [name]: value }, nowMs);
        expect(numbers, `${name} ${value} at ${nowMs}`).toEqual(isFound ? [record?.sequence] : []);
      }
  });

  test('finds by the time at which they were told, to the millisecond, and nobody who was not', async () => {
    await connect(cli.store, ['letters']);
    await add({ name: 'dee', to: 'invited', letter: newLetter(), end: 'delivered' });
    for (const end of ['parked', 'came back'] as const)
      await add({ name: end, to: 'invited', letter: newLetter(), end });
    await add({ name: 'gil', to: 'invited' });
    const [{ id = '' } = {}] = await cli.store.findByEmail('dee@example.com');
    const told = (await cli.store.readReview({ id }))?.told;
    const atMs = told?.status === 'told' ? (told.atMs ?? expect.fail()) : expect.fail();
    const calendar = createCalendar('Australia/Sydney');
    const day = calendar.formatDay(atMs);
    expect(await inConsole({ toldBefore: day })).toEqual([]);
    expect(await inConsole({ toldBefore: calendar.addDays(day, 1) })).toEqual([1]);
    const startOf = (days: number) => calendar.startOfDay(calendar.addDays(day, days)) ?? expect.fail();
    for (const [value, nowMs, isFound] of [
      ['24h', atMs + dayMs + 1, true],
      ['24h', atMs + dayMs, false],
      ['7d', startOf(8), true],
      ['7d', startOf(8) - 1, false],
    ] as const)
      expect(await byCommand(`--told-before=${value}`, nowMs), value).toEqual(isFound ? [1] : []);
  });
});
