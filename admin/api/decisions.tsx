import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import type { Review } from '#contract/answers.ts';
import { type DecisionOutcome, maxRowsPerCall } from '#contract/console-calls.ts';
import type { ReviewState } from '#contract/review.ts';
import type { Told } from '#contract/told.ts';
import { notify } from '../layout/notices.ts';
import { call, isRefused } from './call.ts';
import { expectChange } from './change.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { readAgain } from './queries.ts';
import { useSession } from './session.ts';
import { type DecisionDetails, isUntold, noDetails } from './tell.ts';
import { useWaves } from './waves.ts';

/** The person or message that a decision is about, as the page showed it. */
export interface Subject {
  id: string;
  fields: { name: string };
  state: ReviewState;
  version: number;
  told?: Told | null;
}

interface Decision {
  /** Kept when the decision is sent again, so that it is made once. */
  decisionId: string;
  subject: Subject;
  to: ReviewState;
  /** The version that it was first sent with; kept when it is sent again. */
  seenVersion?: number;
}

/** One press: about one, or about many with one note. */
interface Press extends DecisionDetails {
  decisions: readonly Decision[];
  isUndo: boolean;
  /** What can be undone: decisions that were stored, or may have been. */
  made: readonly Decision[];
  isLost?: boolean;
  isUndone?: boolean;
}

type Shown = Pick<Subject, 'id' | 'state' | 'version'> & { told: Told | null };

const mutationKey = ['decisions'];

const newDecision = (subject: Subject, to: ReviewState): Decision => ({
  decisionId: crypto.randomUUID(),
  subject,
  to,
});

/** Leads back to the state before. */
const reverse = ({ subject, to }: Decision): Decision =>
  newDecision({ ...subject, state: to }, subject.state);

const Context = createContext<ReturnType<typeof useOwnDecisions> | null>(null);

export function useDecisions() {
  const decisions = useContext(Context);
  if (!decisions) throw new Error('useDecisions needs <DecisionsProvider> around it.');
  return decisions;
}

export function DecisionsProvider({ children }: { children: ReactNode }) {
  return <Context value={useOwnDecisions()}>{children}</Context>;
}

/** Decisions are made one after the other; those of a press are shown before they are answered. */
function useOwnDecisions() {
  const queryClient = useQueryClient();
  const { timeZone } = useSession();
  const [standings, setStandings] = useState<ReadonlyMap<string, Review>>(new Map());
  const pending = statesOf(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => state.variables as Press,
    }),
  );
  /**
   * By subject, the version that the last decision made here led to. A press before its answer arrives counts on it.
   */
  const ownVersions = useRef(new Map<string, number>());
  /** What Undo takes back: a press, as soon as it is made, or what a wave has set. */
  const last = useRef<Press | (() => void) | null>(null);
  const waves = useWaves((takeBack) => {
    last.current = takeBack;
  });

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'decisions' },
    mutationFn: (press: Press) => send(press, ownVersions.current),
    onError(error, press) {
      // Of many decisions, some may have been made before the rest was refused.
      press.isLost = !isRefused(error) || press.decisions.length > maxRowsPerCall;
      press.isUndone = false;
      press.made = press.isLost ? press.decisions : [];
      if (last.current === null && press.isLost) last.current = press;
      notify({
        text: `${error.message} ${press.isLost ? 'What was decided is not known: it is loaded again.' : 'Nothing was decided.'}`,
        ...(press.isLost && { undo: () => undo(press), undoName: press.isUndo ? 'Undo again' : 'Undo' }),
      });
      if (!press.isLost) return;
      readAgain(queryClient, ['subjects']);
      // Its note may be stored with it, and "Add note" must not store it again.
      const { note } = press;
      if (note === null) return;
      for (const { subject, decisionId } of press.decisions)
        expectChange('addNote', { about: subject.id, text: note.text }, decisionId);
    },
    onSuccess(outcomes, press) {
      setStandings((known) => new Map([...known, ...outcomes.flatMap(standingOf)]));
      // Whom they decide about is another application now.
      if (outcomes.some((each) => each.outcome === 'overtaken' && each.newerApplication !== null))
        readAgain(queryClient, ['subjects']);
      const answers = press.decisions.map((decision, index) => ({ ...decision, answer: outcomes[index] }));
      const made = answers.filter(({ answer }) => answer?.outcome === 'decided');
      press.made = press.isUndo ? [] : made.map(asStored);
      press.isLost = false;
      if (made.length > 0) press.note?.onStored();
      notify({
        ...describeOutcomes(answers, { isUndo: press.isUndo, tell: press.tell, timeZone }),
        ...(press.made.length > 0 && { undo: () => undo(press) }),
        ...(press.made.length > 1 && { undoName: `Undo all ${press.made.length}` }),
      });
    },
    onSettled() {
      // Read once, after the last mutation.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      readAgain(queryClient, ['totals', 'person', 'overview']);
    },
  });

  function undo(press: Press | null) {
    if (press?.isUndone) return;
    if (press === null || press.made.length === 0) return notify({ text: 'There is nothing to undo.' });
    press.isUndone = true;
    if (last.current === press) last.current = null;
    // Sent once more first. It is made only once, and its answer says that no earlier try is still on its way.
    if (press.isLost) mutate(press);
    if (!press.isUndo) mutate({ decisions: press.made.map(reverse), ...noDetails, isUndo: true, made: [] });
  }

  return {
    /** Decisions about all applicants of a view. */
    waves,
    decide(subjects: readonly Subject[], to: ReviewState, { note, tell }: DecisionDetails = noDetails) {
      // A second press comes before the first is shown.
      const unanswered = pendingStates(queryClient);
      const changing = subjects.filter(
        (subject) =>
          (unanswered.get(subject.id) ?? subject.state) !== to ||
          (tell.letter && !unanswered.has(subject.id) && isUntold(subject)),
      );
      if (changing.length === 0) {
        if (!subjects.some(({ id }) => unanswered.has(id)))
          notify({ text: 'Nothing to change: that is how it stands.' });
        return;
      }
      const decisions = changing.map((subject) => newDecision(subject, to));
      // A note goes with one decision; one that is being sent is not sent again.
      const isFree = !changing.some(({ id }) => unanswered.has(id));
      const press = { decisions, note: isFree ? note : null, tell, isUndo: false, made: decisions };
      last.current = press;
      mutate(press);
    },
    /** Takes the last press or wave back, by further decisions. */
    undo() {
      const taken = last.current;
      if (typeof taken !== 'function') return undo(taken);
      last.current = null;
      taken();
    },
    /** The row with what was decided here since it was read, answered or not. */
    asDecided<Row extends Shown>(row: Row): Row {
      const standing = standings.get(row.id);
      const state = pending.get(row.id);
      if (!standing || standing.version <= row.version) return state ? { ...row, state, told: null } : row;
      const { last } = standing;
      return {
        ...row,
        state: state ?? standing.state,
        version: standing.version,
        ...(last && { decidedAtMs: last.decidedAtMs, decidedBy: last.actor.name }),
        told: standing.told,
      };
    },
  };
}

/** By id; the last press counts. */
const statesOf = (presses: readonly Press[]): Map<string, ReviewState> =>
  new Map(presses.flatMap(({ decisions }) => decisions.map(({ subject, to }) => [subject.id, to])));

const pendingStates = (client: QueryClient) =>
  statesOf(
    client
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .map(({ state }) => state.variables as Press),
  );

const standingOf = (outcome: DecisionOutcome): [string, Review][] =>
  'review' in outcome ? [[outcome.about, outcome.review]] : [];

/** The state before as the store has it: the page may have shown a decision that then failed. */
function asStored({ answer, ...decision }: Decision & { answer: DecisionOutcome | undefined }): Decision {
  const stored = answer && 'review' in answer ? answer.review.last : null;
  if (stored?.id !== decision.decisionId) return decision;
  return { ...decision, subject: { ...decision.subject, state: stored.from } };
}

/** In the order of the decisions. */
async function send({ decisions, note, tell, isUndo }: Press, ownVersions: Map<string, number>) {
  const outcomes: DecisionOutcome[] = [];
  for (let from = 0; from < decisions.length; from += maxRowsPerCall) {
    const some = decisions.slice(from, from + maxRowsPerCall);
    const sent = some.map((decision) => {
      const { id, version } = decision.subject;
      decision.seenVersion ??= Math.max(version, ownVersions.get(id) ?? 0);
      return {
        decisionId: decision.decisionId,
        about: id,
        to: decision.to,
        seenVersion: decision.seenVersion,
      };
    });
    const answer = await call('decide', {
      decisions: sent,
      note: note?.text ?? null,
      isUndo,
      tellAtMs: tell.atMs,
      letter: tell.letter,
    });
    for (const { about, seenVersion } of sent) {
      const outcome = answer.outcomes.find((each) => each.about === about);
      if (outcome?.outcome === 'decided')
        ownVersions.set(about, Math.max(seenVersion + 1, ownVersions.get(about) ?? 0));
      outcomes.push(outcome ?? { about, outcome: 'unknown' });
    }
  }
  return outcomes;
}
