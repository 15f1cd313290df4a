import type { LettersMoved } from '#contract/answers.ts';
import type { ConsoleRequest, DecisionOutcome } from '#contract/console-calls.ts';
import { type ReviewState, reviewStatesOf, sendsLetter, toldStates } from '#contract/review.ts';
import { longestTellAheadMs } from '#contract/told.ts';
import { type Answerer, ConsoleCallError, type ConsoleContext } from '#server/admin/console-api.ts';
import { nameCities } from '#server/operator/name-cities.ts';
import { readFilter } from '#server/operator/read-filter.ts';
import { noLettersSentence, readTellTime } from '#server/operator/telling.ts';

/** A wave whose time of telling is a minute away may take longer than that to be decided. */
const lateMs = 10 * 60_000;

/** Decided one by one: an overtaken decision does not stop the others. */
export const decide: Answerer<'decide'> = async (request, context, actor) => {
  const { decisions, note, isUndo, tellAtMs } = request;
  requireLetters(
    decisions.map(({ to }) => to),
    request,
    context,
  );
  const { store, wakeOutbox } = context;
  const outcomes: DecisionOutcome[] = [];
  for (const { decisionId, about, to, seenVersion } of decisions) {
    const result = await store.decide({
      id: decisionId,
      about: { id: about },
      to,
      seenVersion,
      isUndo,
      tells: request.letter,
      actor,
      note: note === '' ? null : note,
      letter: newLetter(context, tellAtMs),
    });
    outcomes.push({ about, ...result });
  }
  wakeOutbox();
  return { outcomes };
};

/** @throws {ConsoleCallError} when nobody could be told as it asks */
function requireLetters(
  states: readonly ReviewState[],
  { letter, tellAtMs }: Pick<ConsoleRequest<'decide'>, 'letter' | 'tellAtMs'>,
  context: ConsoleContext,
): void {
  if (!letter && tellAtMs === null) return;
  if (context.makeNewLetter === null) throw refuse(noLettersSentence);
  const untold = states.find((to) => !sendsLetter(to, letter));
  if (untold !== undefined)
    throw refuse(`Nobody is told that they are ${untold}: no letter goes then. Nothing was changed.`);
  requireTime(tellAtMs, context);
}

const refuse = (message: string) => new ConsoleCallError('INVALID_REQUEST', message);

/** @throws {ConsoleCallError} when nobody can be told then */
function requireTime(tellAtMs: number | null, { calendar, now }: ConsoleContext): void {
  if (tellAtMs !== null && tellAtMs < now() - lateMs)
    throw refuse(`${calendar.formatTime(tellAtMs)} is over. Take a later time. Nothing was changed.`);
  if (tellAtMs !== null && tellAtMs > now() + longestTellAheadMs)
    throw refuse(
      `${calendar.formatTime(tellAtMs)} is more than a year ahead. Take an earlier time. Nothing was changed.`,
    );
}

export const tellTime: Answerer<'tellTime'> = async ({ at }, { calendar, now }) =>
  readTellTime(at, { calendar, nowMs: now() });

export const wavePlan: Answerer<'wavePlan'> = async ({ filter, newest, to, letter }, context) => {
  if (!reviewStatesOf(filter.kind ?? 'creator').includes(to))
    throw new ConsoleCallError('INVALID_REQUEST', `These cannot become ${to}. Nothing was changed.`);
  const { store, calendar, now } = context;
  const plan = await store.planWave({
    filter: { ...readFilter(filter, { calendar, nowMs: now() }), newest },
    to,
    tells: letter,
    letter: newLetter(context, null),
  });
  const { named, others } = nameCities(plan.cities);
  return { ...plan, cities: named, others };
};

export const decideWave: Answerer<'decideWave'> = async (request, context, actor) => {
  const { waveId, whom, to, note, tellAtMs, letter } = request;
  requireLetters([to], request, context);
  const { store, calendar, now, wakeOutbox } = context;
  const step = await store.decideWave({
    id: waveId,
    whom:
      'people' in whom
        ? { people: whom.people.map(({ about, seenVersion }) => ({ about: { id: about }, seenVersion })) }
        : {
            filter: {
              ...readFilter(whom.filter, { calendar, nowMs: now() }),
              newest: whom.newest,
              lastDecision: whom.lastDecision,
            },
          },
    to,
    tells: letter,
    actor,
    note: note === '' ? null : note,
    letter: newLetter(context, tellAtMs),
  });
  wakeOutbox();
  return step;
};

export const moveLetters: Answerer<'moveLetters'> = async ({ whom, tellAtMs }, context, actor) => {
  const { store, calendar, makeNewLetter, now, wakeOutbox } = context;
  if (makeNewLetter === null) throw refuse(noLettersSentence);
  requireTime(tellAtMs, context);
  const when = tellAtMs === null ? 'now' : `on ${calendar.formatTime(tellAtMs)} (${calendar.timeZone})`;
  const all: LettersMoved = { moved: 0, left: 0 };
  for (const to of toldStates) {
    const { moved, left } = await store.moveLetters({
      to,
      actor,
      whom:
        'people' in whom
          ? { people: whom.people.map((id) => ({ about: { id }, seenVersion: null })) }
          : {
              filter: {
                ...readFilter(whom.filter, { calendar, nowMs: now() }),
                newest: whom.newest,
              },
            },
      note: `The letter goes ${when}.`,
      letter: { ...makeNewLetter(), tellAtMs },
    });
    all.moved += moved;
    all.left += left;
  }
  wakeOutbox();
  return all;
};

export const undoWave: Answerer<'undoWave'> = async ({ waveId }, context, actor) => {
  const undone = await context.store.undoWave({ id: waveId, actor, letter: newLetter(context, null) });
  context.wakeOutbox();
  return undone;
};

const newLetter = ({ makeNewLetter }: ConsoleContext, tellAtMs: number | null) =>
  makeNewLetter && { ...makeNewLetter(), tellAtMs };
