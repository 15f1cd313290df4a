import type { DecisionOutcome, NoteOnPerson } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ConsoleUser } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { Actor, DecisionResult } from '#server/store/review.ts';
import { toDecision, toNote } from './person.ts';
import { erased } from './require-record.ts';

/** Each by itself: one that was overtaken does not stop the others. */
export async function decide(
  { decisions, note, isUndo }: ConsoleRequest<'decide'>,
  { store, createLetter, wakeOutbox }: ConsoleContext,
  user: ConsoleUser,
): Promise<{ outcomes: DecisionOutcome[] }> {
  const outcomes: DecisionOutcome[] = [];
  for (const { decisionId, about, to, seenVersion } of decisions) {
    const letter = to === 'invited' && createLetter !== null ? createLetter() : null;
    const result = await store.decide({
      id: decisionId,
      about: { id: about },
      to,
      seenVersion,
      isUndo,
      actor: actorOf(user),
      note: note === '' ? null : note,
      letter,
    });
    outcomes.push(toOutcome(about, result));
  }
  wakeOutbox();
  return { outcomes };
}

export async function addNote(
  { changeId, about, text }: ConsoleRequest<'addNote'>,
  { store }: ConsoleContext,
  user: ConsoleUser,
): Promise<NoteOnPerson> {
  const note = await store.addNote({ id: changeId, about: { id: about }, text, actor: actorOf(user) });
  if (note === null) throw erased();
  return toNote(note);
}

const actorOf = ({ id, name }: ConsoleUser): Actor => ({ way: 'console', id, name });

function toOutcome(about: string, result: DecisionResult): DecisionOutcome {
  if (result.outcome === 'impossible' || result.outcome === 'unknown')
    return { about, outcome: result.outcome, standing: null, newerApplication: null };
  const { state, version, last } = result.review;
  return {
    about,
    outcome: result.outcome,
    newerApplication: result.outcome === 'overtaken' ? result.newerApplication : null,
    standing: { state, version, last: last === null ? null : toDecision(last) },
  };
}
