import type { ConsoleRequest, DecisionOutcome } from '#contract/console-calls.ts';
import { longestTellAheadMs } from '#contract/told.ts';
import { type Answerer, ConsoleCallError, type ConsoleContext } from '#server/admin/console-api.ts';
import { noLettersSentence, readTellTime } from '#server/operator/telling.ts';

/** A wave whose time of telling is a minute away may take longer than that to be decided. */
const lateMs = 10 * 60_000;

/** Decided one by one: an overtaken decision does not stop the others. */
export const decide: Answerer<'decide'> = async (request, context, actor) => {
  requireLetters(request, context);
  const { decisions, note, isUndo, tellAtMs, waveId } = request;
  const { store, createLetter, wakeOutbox } = context;
  const outcomes: DecisionOutcome[] = [];
  for (const { decisionId, about, to, seenVersion } of decisions) {
    const result = await store.decide({
      id: decisionId,
      about: { id: about },
      to,
      seenVersion,
      isUndo,
      tells: request.letter,
      wave: waveId,
      actor,
      note: note === '' ? null : note,
      letter: createLetter === null ? null : { ...createLetter(), tellAtMs },
    });
    outcomes.push({ about, ...result });
  }
  wakeOutbox();
  return { outcomes };
};

/** @throws {ConsoleCallError} when nobody could be told as it asks */
function requireLetters(
  { decisions, letter, tellAtMs }: ConsoleRequest<'decide'>,
  { createLetter, calendar, now }: ConsoleContext,
): void {
  if (!letter && tellAtMs === null) return;
  const refuse = (message: string) => new ConsoleCallError('INVALID_REQUEST', message);
  if (createLetter === null) throw refuse(noLettersSentence);
  const untold = decisions.find(({ to }) => to !== 'invited' && !(to === 'declined' && letter));
  if (untold !== undefined)
    throw refuse(`Nobody is told that they are ${untold.to}: no letter goes then. Nothing was changed.`);
  if (tellAtMs !== null && tellAtMs < now() - lateMs)
    throw refuse(`${calendar.formatTime(tellAtMs)} is over. Take a later time. Nothing was changed.`);
  if (tellAtMs !== null && tellAtMs > now() + longestTellAheadMs)
    throw refuse(
      `${calendar.formatTime(tellAtMs)} is more than a year ahead. Take an earlier time. Nothing was changed.`,
    );
}

export const tellTime: Answerer<'tellTime'> = async ({ at }, { calendar, now }) =>
  readTellTime(at, { calendar, nowMs: now() });

export const stopWave: Answerer<'stopWave'> = ({ waveId }, { store }) => store.stopWave(waveId);
