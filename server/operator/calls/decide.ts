import type { DecisionResult } from '#contract/answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { Filter } from '#contract/console-view.ts';
import { type ReviewState, reviewStatesOf, sendsLetter, toldStates } from '#contract/review.ts';
import { maxLetterAheadMs } from '#contract/told.ts';
import { answerTo, type CallContext, refuse, toFilter } from '#server/operator/call.ts';
import { noLettersSentence, readLetterTime } from '#server/operator/letters.ts';
import { nameCities } from '#server/operator/name-cities.ts';

/** A wave whose letters' time is a minute away may take longer than that to be decided. */
const lateMs = 10 * 60_000;

/** Decided one by one: an overtaken decision does not stop the others. */
export const decide = answerTo('decide', async (request, context, actor) => {
  const { decisions, note, isUndo, letterAtMs } = request;
  requireLetters(
    decisions.map(({ to }) => to),
    request,
    context,
  );
  const { store, wakeOutbox } = context;
  const outcomes: (DecisionResult & { about: string })[] = [];
  for (const { decisionId, about, to, seenVersion } of decisions) {
    const result = await store.decide({
      id: decisionId,
      about: { id: about },
      to,
      seenVersion,
      isUndo,
      withLetter: request.withLetter,
      actor,
      note: note === '' ? null : note,
      letter: newLetter(context, letterAtMs),
    });
    outcomes.push({ about, ...result });
  }
  wakeOutbox();
  return { outcomes };
});

/** @throws {CallError} when nobody could be told as it asks */
function requireLetters(
  states: readonly ReviewState[],
  { withLetter, letterAtMs }: Pick<ConsoleRequest<'decide'>, 'withLetter' | 'letterAtMs'>,
  context: CallContext,
): void {
  if (!withLetter && letterAtMs === null) return;
  if (context.letters === null) throw refuse(noLettersSentence);
  const withoutLetter = states.find((to) => !sendsLetter(to, withLetter));
  if (withoutLetter !== undefined)
    throw refuse(`Nobody is told that they are ${withoutLetter}: no letter goes then. Nothing was changed.`);
  requireTime(letterAtMs, context);
}

/** @throws {CallError} when nobody can be told then */
function requireTime(letterAtMs: number | null, { calendar, now }: CallContext): void {
  if (letterAtMs !== null && letterAtMs < now() - lateMs)
    throw refuse(`${calendar.formatTime(letterAtMs)} is over. Take a later time. Nothing was changed.`);
  if (letterAtMs !== null && letterAtMs > now() + maxLetterAheadMs)
    throw refuse(
      `${calendar.formatTime(letterAtMs)} is more than a year ahead. Take an earlier time. Nothing was changed.`,
    );
}

export const letterTime = answerTo('letterTime', async ({ at }, { calendar, now }) =>
  readLetterTime(at, { calendar, nowMs: now() }),
);

export const wavePlan = answerTo('wavePlan', async ({ to, withLetter, ...shown }, context) => {
  if (!reviewStatesOf(shown.filter.kind ?? 'creator').includes(to))
    throw refuse(`These cannot become ${to}. Nothing was changed.`);
  const plan = await context.store.planWave({
    filter: filterAsShown(shown, context),
    to,
    withLetter,
    letter: newLetter(context, null),
  });
  const { named, others } = nameCities(plan.cities);
  return { ...plan, cities: named, others };
});

export const decideWave = answerTo('decideWave', async (request, context, actor) => {
  const { waveId, whom, to, note, letterAtMs, withLetter } = request;
  requireLetters([to], request, context);
  const { store, wakeOutbox } = context;
  const step = await store.decideWave({
    id: waveId,
    whom:
      'people' in whom
        ? { people: whom.people.map(({ about, seenVersion }) => ({ about: { id: about }, seenVersion })) }
        : { filter: filterAsShown(whom, context) },
    to,
    withLetter,
    actor,
    note: note === '' ? null : note,
    letter: newLetter(context, letterAtMs),
  });
  wakeOutbox();
  return step;
});

export const moveLetters = answerTo('moveLetters', async ({ whom, letterAtMs }, context, actor) => {
  const { store, calendar, letters, wakeOutbox } = context;
  if (letters === null) throw refuse(noLettersSentence);
  requireTime(letterAtMs, context);
  const when = letterAtMs === null ? 'now' : `on ${calendar.formatTime(letterAtMs)} (${calendar.timeZone})`;
  const all = { moved: 0, left: 0 };
  for (const to of toldStates) {
    const { moved, left } = await store.moveLetters({
      to,
      actor,
      whom:
        'people' in whom
          ? { people: whom.people.map((id) => ({ about: { id }, seenVersion: null })) }
          : { filter: filterAsShown(whom, context) },
      note: `The letter goes ${when}.`,
      letter: { ...letters.make(), letterAtMs },
    });
    all.moved += moved;
    all.left += left;
  }
  wakeOutbox();
  return all;
});

export const undoWave = answerTo('undoWave', async ({ waveId }, context, actor) => {
  const undone = await context.store.undoWave({ id: waveId, actor, letter: newLetter(context, null) });
  context.wakeOutbox();
  return undone;
});

/** The filter as the view was shown: who came later, or was decided about since, is not in it. */
const filterAsShown = (
  { filter, ...shown }: { filter: Filter; newest: number; lastDecision?: number },
  context: CallContext,
) => ({ ...toFilter(filter, context), ...shown });

const newLetter = ({ letters }: CallContext, letterAtMs: number | null) =>
  letters && { ...letters.make(), letterAtMs };
