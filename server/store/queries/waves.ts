import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { LeftAlone, PeopleCounts, Wave, WavePlan, WaveStep } from '#contract/answers.ts';
import { type ReviewState, reviewStates, reviewStatesOf, tellsLate, toldStates } from '#contract/review.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { type WaveCount, type WaveShown, waveCounts } from '#contract/wave-counts.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import {
  type DecisionMade,
  type NewWave,
  type PersonSeen,
  peoplePerStep,
  type SubmissionReference,
} from '#server/store/review.ts';
import { readNowMs, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';
import { cancelLetters } from './add-jobs.ts';
import { conditionsOf, isStanding, kindsOf, lastLetterState } from './applicants/filter-conditions.ts';
import { byFirstApplication } from './applicants/read-applicants.ts';
import { countPeople } from './applicants/read-overview.ts';
import { checkDecision, makeDecision } from './decide.ts';
import { isReminder } from './job-payload.ts';
import { lockQueueOf } from './queues.ts';
import { findRecord } from './read-records.ts';
import { readStanding } from './read-review.ts';
import {
  countRows,
  type FoundSubject,
  findSubject,
  isAboutNewer,
  isAccepted,
  isOfDecision,
  lockFound,
  nameOf,
} from './review-subject.ts';

/** The decisions of a wave as they stand now. */
export async function readWave(database: StoreDatabase, id: string): Promise<Wave> {
  const { open, shown } = await readUndoable(database, id);
  const { rows: people } = await sql<Wave['people'][number]>`
    select applicants.sequence, applicants.kind, from_state as "from", to_state as "to" ${open}
    order by decisions.position`.execute(database);
  return { ...shown, people };
}

/**
 * Which decisions of a wave can be taken back: none once somebody was told; of a wave that only sends letters, such as
 * reminders, each whose letter was not sent. Nobody has decided about these people since.
 */
async function readUndoable(database: StoreDatabase, id: string) {
  const all = sql`from decisions join applicants on ${isOfDecision} where wave = ${id}`;
  const isSent = sql`exists (select 1 from jobs
    where jobs.decision = decisions.id and jobs.state in ('delivered', 'claimed'))`;
  const changed = await countRows(database, sql`${all} and (from_state <> to_state or ${isAboutNewer})`);
  const told = await countRows(database, sql`${all} and ${isSent}`);
  const { rows } = await sql<{ sequence: number }>`select applicants.sequence ${all} and ${isSent}
    and ${changed} = 0 order by decisions.position limit ${maxNamed}`.execute(database);
  return {
    open: sql`${all} and ${isLastDecision} and applicants.sequence is not null and not ${isSent}
      and ${sql.lit(changed > 0 ? told : 0)} = 0`,
    shown: {
      decisions: await countRows(database, all),
      told,
      sent: await Promise.all(rows.map((about) => nameRecord(database, about))),
    },
  };
}

/** The last waves that decided about applicants, the newest first, as their people stand now. */
export async function readWaves(database: StoreDatabase, limit: number): Promise<WaveShown[]> {
  const last = sql`(select wave from decisions
    where wave is not null and kind in (${sql.join(waitlistKinds)}) and wave not in (select id from imports)
    group by wave order by max(position) desc limit ${limit})`;
  const names = Object.keys(waveCounts) as WaveCount[];
  const counts = await Promise.all(
    names.map(async (name) => {
      const { filter } = waveCounts[name];
      const isCounted = await conditionsOf(database, filter, undefined, sql`letter_state`);
      return sql`sum(case when ${isCounted} then 1 else 0 end) as ${sql.ref(name)}`;
    }),
  );
  const sentReminders = sql`exists (select 1 from jobs join decisions on decisions.id = jobs.decision
    where decisions.wave = applicants.wave and ${isReminder})`;
  await database.traits.preferIndexes(database);
  // Materialized, so that the last letter of each person is looked up once and not for each count.
  const { rows } = await sql<Omit<WaveShown, 'counts'> & WaveShown['counts']>`
    with members as (
      select wave, kind, subject, min(to_state) as made, min(actor_name) as maker, min(decided_at) as made_at,
        max(position) as made_last
      from decisions where wave in ${last} group by wave, kind, subject
    ), people as materialized (
      select members.*, applicants.sequence, applicants.state, applied_again, answer,
        ${lastLetterState} as letter_state
      from members join applicants on applicants.kind = members.kind and applicants.subject = members.subject
    )
    select wave as id, case when ${sentReminders} then 'reminder' else min(made) end as "to",
      min(maker) as "by", min(made_at) as "atMs", ${sql.join(counts)}
    from people as applicants group by wave order by max(made_last) desc`.execute(database);
  return rows.map(({ id, to, by, atMs, ...counted }) => ({ id, to, by, atMs, counts: counted }));
}

/** Whether nobody decided about the applicant since this decision. */
const isLastDecision = sql<boolean>`(${isOfDecision} and applicants.version = decisions.version)`;

type WaveOptions = Pick<NewWave, 'to' | 'withLetter' | 'letter' | 'reminds'> & {
  filter: ApplicantFilter;
  /** Only the time of letters that wait changes. */
  movesLetters?: boolean | undefined;
};

/** Whom a wave would be about, and the numbers that keep its filter as it is shown. Changes nothing. */
export async function planWave(database: StoreDatabase, wave: WaveOptions): Promise<WavePlan> {
  await database.traits.awaitDecisions(database);
  const { rows } = await sql<Pick<WavePlan, 'newest' | 'lastDecision'>>`
    select (select coalesce(max(sequence), 0) from applicants) as newest,
      (select coalesce(max(position), 0) from decisions) as "lastDecision"`.execute(database);
  const frozen = {
    newest: wave.filter.newest ?? rows[0]?.newest ?? 0,
    lastDecision: wave.filter.lastDecision ?? rows[0]?.lastDecision ?? 0,
  };
  const filter = whomItChanges({ ...wave, filter: { ...wave.filter, ...frozen } });
  const changing = await countPeople(database, filter);
  const all = await countPeople(database, { ...filter, changedBy: undefined });
  const kinds = { creator: 0, venue: 0, contact: 0 };
  for (const { kind, count } of changing.states) kinds[kind] += count;
  const people = sumOf(changing);
  return {
    people,
    already: sumOf(all) - people,
    reminded: wave.reminds
      ? sumOf(await countPeople(database, { ...filter, changedBy: undefined, reminded: true }))
      : 0,
    kinds,
    cities: changing.cities,
    ...frozen,
  };
}

const sumOf = ({ states }: PeopleCounts): number => states.reduce((sum, { count }) => sum + count, 0);

/** Those of the filter whom the wave changes: nobody of a kind that cannot become that. */
export function whomItChanges({
  filter,
  to,
  withLetter = false,
  letter,
  movesLetters = false,
  reminds,
}: WaveOptions): ApplicantFilter {
  const wanted = filter.kinds ?? (to === 'answered' ? (['contact'] as const) : kindsOf(filter));
  const kinds = wanted.filter((kind) => reviewStatesOf(kind).includes(to));
  const moves = movesLetters && { letterAtMs: letter?.letterAtMs ?? null };
  const tells = letter !== null && tellsLate(to, withLetter, filter.told);
  return { ...filter, kinds, changedBy: { to, withLetter: tells, reminds, ...moves } };
}

/**
 * Decides about the next of the wave's people, in one transaction. Called again with the same wave it goes on. Whoever
 * was decided about since they were shown, or applied again, is left alone.
 */
export async function decideWave(transaction: StoreTransaction, wave: NewWave): Promise<WaveStep> {
  return 'people' in wave.whom
    ? decideNamed(transaction, wave, wave.whom.people)
    : decideFiltered(transaction, wave, wave.whom.filter);
}

async function decideNamed(
  transaction: StoreTransaction,
  wave: NewWave,
  people: readonly PersonSeen[],
): Promise<WaveStep> {
  const named = people.slice(0, peoplePerStep);
  const found = await lockFound(transaction, () => findNamed(transaction, named));
  const subjectOf = new Map(found.map((subject) => [subject.seen, subject]));
  const nowMs = await readNowMs(transaction);
  const before = await decisionsOf(transaction, wave.id).select(['kind', 'subject']).execute();
  const decided = new Set(before.map(nameOf));
  const leftAlone: LeftAlone[] = [];
  for (const seen of named) {
    const subject = subjectOf.get(seen);
    if (subject !== undefined && decided.has(nameOf(subject))) continue;
    const decision = { ...seen, ...newDecisionOf(wave) };
    const refused =
      subject === undefined
        ? { outcome: 'unknown' as const }
        : await checkDecision(transaction, subject, decision);
    if (refused !== null) {
      leftAlone.push({ ...(await nameRecord(transaction, seen.about)), ...refused });
    } else if (subject !== undefined) {
      await makeDecision(transaction, subject, decision, nowMs);
      decided.add(nameOf(subject));
    }
  }
  return {
    decided: decided.intersection(new Set(found.map(nameOf))).size,
    left: 0,
    leftAlone: leftAlone.slice(0, maxNamed),
    leftAloneCount: leftAlone.length,
  };
}

/** Those of these people who are still there. */
export async function findNamed(transaction: StoreTransaction, people: readonly PersonSeen[]) {
  const found: (FoundSubject & { seen: PersonSeen })[] = [];
  for (const seen of people.slice(0, peoplePerStep)) {
    const subject = await findSubject(transaction, seen.about);
    if (subject !== null) found.push({ ...subject, seen });
  }
  return found;
}

/** The first of those whom these conditions select. */
export async function findOpen(transaction: StoreTransaction, isOpen: RawBuilder<boolean>) {
  const { rows } = await sql<FoundSubject>`
    select kind, subject, sequence as "namedSequence", sequence, state, version, applied_again as "appliedAgain"
    from applicants where ${isOpen} order by ${byFirstApplication} limit ${peoplePerStep}`.execute(
    transaction,
  );
  return rows;
}

async function decideFiltered(
  transaction: StoreTransaction,
  wave: NewWave,
  shown: ApplicantFilter,
): Promise<WaveStep> {
  const filter = whomItChanges({ ...wave, filter: shown });
  const isOpen = await conditionsOf(transaction, filter);
  const next = await lockFound(transaction, () => findOpen(transaction, isOpen));
  const nowMs = await readNowMs(transaction);
  for (const subject of next) await makeDecision(transaction, subject, newDecisionOf(wave), nowMs);
  const left = await countRows(transaction, sql`from applicants where ${isOpen}`);
  const others = left > 0 ? [] : await readOvertaken(transaction, wave, filter);
  const leftAlone: LeftAlone[] = [];
  for (const { sequence, newerApplication } of others.slice(0, maxNamed)) {
    const subject = await findSubject(transaction, { sequence });
    if (subject === null) continue;
    const review = await readStanding(transaction, subject);
    const who = await nameRecord(transaction, { sequence });
    leftAlone.push({ ...who, outcome: 'overtaken', review, newerApplication });
  }
  return {
    decided: await countRows(transaction, sql`from decisions where wave = ${wave.id}`),
    left,
    leftAlone,
    leftAloneCount: others.length,
  };
}

/** Those who were shown, and who applied again since, or about whom somebody else decided. */
async function readOvertaken(
  transaction: StoreTransaction,
  { id, to }: NewWave,
  { newest, lastDecision, ...filter }: ApplicantFilter,
): Promise<{ sequence: number; newerApplication: number | null }[]> {
  if (newest === undefined || lastDecision === undefined) return [];
  const { state, ...withoutState } = filter;
  const newestShown = sql`(select max(submissions.sequence) from submissions
    where submissions.kind = applicants.kind and email_key = applicants.subject and ${isAccepted}
      and submissions.sequence <= ${newest})`;
  const wasAgain = sql`${newestShown} > (select decisions.sequence from decisions where ${isLastDecision})`;
  const { rows: appliedAgain } = await sql<{ sequence: number; newerApplication: number }>`
    select ${newestShown} as sequence, applicants.sequence as "newerApplication"
    from applicants where ${await conditionsOf(transaction, { ...withoutState, lastDecision })}
      and ${state === undefined ? sql`1 = 1` : isStanding(state, wasAgain)}
      and applicants.sequence > ${newest} and first_sequence <= ${newest}
    order by applicants.sequence`.execute(transaction);
  const { told, toldBeforeMs, answer, changedBy, ...others } = withoutState;
  const wasTold = told !== undefined || toldBeforeMs !== undefined;
  const stoodIn = changedBy?.reminds || answer ? ['invited'] : wasTold ? toldStates : reviewStates;
  // The state in which they were shown is the one from which the first decision since then led.
  const { rows: decided } = await sql<{ sequence: number }>`
    select sequence from applicants where ${await conditionsOf(transaction, { ...others, newest })}
      and (kind, subject) in (select kind, subject from decisions
        where position > ${lastDecision} and from_state in (${sql.join(stoodIn)})
          ${state === undefined ? sql`` : sql`and ${wasDecidedIn(state)}`}
          ${changedBy?.withLetter || changedBy?.reminds ? sql`` : sql`and not ${wasDecidedIn(to)}`})
      and (kind, subject) not in (select kind, subject from decisions where wave = ${id})
    order by sequence`.execute(transaction);
  return [...appliedAgain, ...decided.map(({ sequence }) => ({ sequence, newerApplication: null }))];
}

/** Whether a decision was about somebody who stood in this state. */
const wasDecidedIn = (state: ReviewState) => isStanding(state, isAboutNewer, sql`from_state`);

/** Takes back the next decisions of a wave that can be, and stops their letters. */
export async function undoWave(
  transaction: StoreTransaction,
  { id, actor, letter }: Pick<NewWave, 'id' | 'actor' | 'letter'>,
) {
  const findNext = async () => {
    const { open } = await readUndoable(transaction, id);
    const { rows } = await sql<FoundSubject & { from: ReviewState }>`
      select applicants.kind, applicants.subject, applicants.sequence, applicants.sequence as "namedSequence",
        applicants.state, applicants.version, applied_again as "appliedAgain", from_state as "from"
      ${open} order by decisions.position limit ${peoplePerStep}`.execute(transaction);
    return rows;
  };
  const locked = new Set((await lockFound(transaction, findNext)).map(nameOf));
  // Locked, so that no letter of it is claimed meanwhile; some may have been since these were found.
  await lockQueueOf(transaction, 'letters');
  const people = (await findNext()).filter((each) => locked.has(nameOf(each)));
  if (people.length > 0) await cancelLetters(transaction, decisionsOf(transaction, id).select('id'));
  const nowMs = await readNowMs(transaction);
  for (const { from, ...subject } of people) {
    const undo = newDecisionOf({ id, to: from, actor, note: null, letter });
    await makeDecision(transaction, subject, { ...undo, wave: null, isUndo: true }, nowMs);
  }
  const { open, shown } = await readUndoable(transaction, id);
  /** `undone`: how many this step has taken back; `left`: it goes on when it is called again. */
  return { ...shown, undone: people.length, left: await countRows(transaction, open) };
}

/** So many of those whom a wave left alone are named. */
const maxNamed = 50;

/** A decision of a wave, with a letter of its own. */
function newDecisionOf({
  id,
  to,
  actor,
  note,
  withLetter,
  reminds,
  letter,
}: Omit<NewWave, 'whom'>): DecisionMade {
  const letterId = randomUUID();
  const own = letter && { ...letter, id: letterId, messageId: letter.messageId.replace(letter.id, letterId) };
  return { id: randomUUID(), to, actor, note, withLetter, reminds, wave: id, letter: own };
}

async function nameRecord(database: StoreDatabase, about: SubmissionReference) {
  const record = await findRecord(database, about);
  if (record === null) return { id: 'id' in about ? about.id : null, sequence: null, name: null };
  return { id: record.id, sequence: record.sequence, name: record.fields.name };
}

const decisionsOf = (database: Pick<StoreDatabase, 'selectFrom'>, id: string) =>
  database.selectFrom('decisions').where('wave', '=', id);
