import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { isChangedBy, type ReviewState } from '#contract/review.ts';
import type { Told } from '#contract/told.ts';
import { type Answer, call, isRefused } from './call.ts';
import { expectChange } from './change.ts';
import { describeDecided, explain } from './describe-outcomes.ts';
import { type DecisionDetails, isDeclinedNotTold, noDetails } from './letter-choice.ts';
import { notify } from './notices.ts';
import { readAgain, showStanding } from './queries.ts';
import { useSession } from './session.ts';
import { useWaves } from './waves.ts';

/** The person or message that a decision is about, as the page showed it. */
export interface Subject {
  id: string;
  fields: { name: string };
  state: ReviewState;
  appliedAgain: boolean;
  version: number;
  told?: Told | null;
}

/** A decision about one, which is shown before it is answered. */
interface Press extends DecisionDetails {
  /** Kept when the decision is sent again, so that it is made once. */
  decisionId: string;
  subject: Subject;
  to: ReviewState;
  isUndo: boolean;
  /** The press before about the same person: this one counts on it, also before the row shows its answer. */
  after: Press | null;
  /** The version that it was first sent with; kept when it is sent again. */
  seenVersion?: number;
  /** The version that it led to. */
  madeVersion?: number;
  /** It can be undone: it was stored, or may have been. */
  canUndo: boolean;
  isLost?: boolean;
  isUndone?: boolean;
}

type Shown = Pick<Subject, 'id' | 'state' | 'appliedAgain' | 'version'> & {
  told: Told | null;
  answer: object | null;
};

const mutationKey = ['decisions'];

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
  const pending = useMutationState({ filters: { mutationKey, status: 'pending' }, select: pressOf });
  /** What Undo takes back: a press, as soon as it is made, or what a wave has set. */
  const last = useRef<Press | (() => void) | null>(null);
  const waves = useWaves((takeBack) => {
    last.current = takeBack;
  });

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'decisions' },
    mutationFn: send,
    onError(error, press) {
      press.isLost = !isRefused(error);
      press.isUndone = false;
      press.canUndo = press.isLost;
      if (last.current === null && press.isLost) last.current = press;
      notify({
        text: `${error.message} ${press.isLost ? 'What was decided is not known: it is loaded again.' : 'Nothing was decided.'}`,
        ...(press.isLost && { undo: () => undo(press), undoName: press.isUndo ? 'Undo again' : 'Undo' }),
      });
      if (!press.isLost) return;
      readAgain(queryClient, ['subjects']);
      // Its note may be stored with it, and "Add note" must not store it again.
      const { note, subject, decisionId } = press;
      if (note !== null) expectChange('addNote', { about: subject.id, text: note.text }, decisionId);
    },
    onSuccess(answer, press) {
      if ('review' in answer) showStanding(queryClient, press.subject.id, answer.review);
      // Whom it decides about is another application now.
      if (answer.outcome === 'overtaken' && answer.newerApplication !== null)
        readAgain(queryClient, ['subjects']);
      const isMade = answer.outcome === 'decided';
      press.canUndo = isMade && !press.isUndo;
      press.isLost = false;
      if (isMade) {
        const { id, version, from } = answer.decision;
        press.madeVersion = version;
        // The state before as the store has it: the page may have shown a decision that then failed.
        if (id === press.decisionId) press.subject = { ...press.subject, state: from };
        press.note?.onStored();
      }
      const { name } = press.subject.fields;
      notify({
        text: describeDecided({ ...press, decided: isMade ? 1 : 0, asked: 1, name }, timeZone),
        details: isMade ? [] : [explain(name, answer, timeZone)],
        ...(press.canUndo && { undo: () => undo(press) }),
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
    if (press === null || !press.canUndo) return notify({ text: 'There is nothing to undo.' });
    press.isUndone = true;
    if (last.current === press) last.current = null;
    // Sent once more first. It is made only once, and its answer says that no earlier try is still on its way.
    if (press.isLost) mutate(press);
    if (press.isUndo) return;
    const { subject, to } = press;
    mutate({
      ...noDetails,
      decisionId: crypto.randomUUID(),
      subject: { ...subject, state: to },
      to: subject.state,
      isUndo: true,
      after: press,
      canUndo: false,
    });
  }

  return {
    /** Decisions about many. */
    waves,
    decide(subject: Subject, to: ReviewState, { note, letter }: DecisionDetails = noDetails) {
      // A second press comes before the first, or its answer, is shown.
      const mutations = queryClient.getMutationCache().findAll({ mutationKey });
      const sent = mutations.findLast((mutation) => pressOf(mutation).subject.id === subject.id);
      const after = sent ? pressOf(sent) : null;
      const isPending = sent?.state.status === 'pending';
      if (isPending && after?.to === to) return;
      const changes =
        isPending || isChangedBy(to, subject) || (letter.withLetter && isDeclinedNotTold(subject));
      if (!changes) return notify({ text: 'Nothing to change: that is how it stands.' });
      const press: Press = {
        decisionId: crypto.randomUUID(),
        subject,
        to,
        // A note goes with one decision; one that is being sent is not sent again.
        note: isPending ? null : note,
        letter,
        isUndo: false,
        after,
        canUndo: true,
      };
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
    /** The row with what was pressed here and is not answered yet. */
    asDecided<Row extends Shown>(row: Row): Row {
      const press = pending.findLast(({ subject }) => subject.id === row.id);
      return press ? { ...row, state: press.to, appliedAgain: false, told: null, answer: null } : row;
    },
  };
}

const pressOf = ({ state }: Pick<Mutation, 'state'>) => state.variables as Press;

function send(press: Press): Promise<Answer<'decide'>> {
  const { decisionId, subject, to, note, isUndo, letter, after } = press;
  press.seenVersion ??= Math.max(subject.version, after?.madeVersion ?? 0);
  return call('decide', {
    decisionId,
    about: subject.id,
    to,
    seenVersion: press.seenVersion,
    note: note?.text ?? null,
    isUndo,
    letterAtMs: letter.atMs,
    withLetter: letter.withLetter,
  });
}
