import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import type { DecisionOutcome } from '#contract/console-answers.ts';
import { maxRowsPerCall } from '#contract/console-calls.ts';
import type { ReviewState } from '#contract/review.ts';
import { notify } from '../layout/notices.ts';
import { call, isUnanswered, mayPass } from './call.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { createOwnVersions, type OwnVersions } from './own-versions.ts';
import {
  type Decisions,
  decisionsKey,
  type NewDecision,
  pendingStates,
  type Subject,
} from './pending-decisions.ts';
import { keys } from './queries.ts';
import { useSession } from './session.ts';
import { type Standing, setStandings } from './standings.ts';

const newDecision = (subject: Subject, to: ReviewState): NewDecision => ({
  decisionId: crypto.randomUUID(),
  subject,
  to,
});

/** Leads back to where they stood. */
const reverse = ({ subject, to }: NewDecision): NewDecision =>
  newDecision({ ...subject, state: to }, subject.state);

/** Between two tries, in milliseconds. */
const retryDelay = 500;

interface Decide {
  decide(subjects: readonly Subject[], to: ReviewState, note?: string | null): void;
  /** Leads everyone of the last decisions back to where they stood, by further decisions. */
  undo(): void;
}

const Context = createContext<Decide | null>(null);

export function useDecisions(): Decide {
  const decisions = useContext(Context);
  if (!decisions) throw new Error('useDecisions needs <DecisionsProvider> around it.');
  return decisions;
}

/** Decisions are shown before they are answered, and taken back when they are not stored. */
export function DecisionsProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { timeZone } = useSession();
  const [versions] = useState(createOwnVersions);
  /** What Undo takes back, from the press on: also what is not answered yet. */
  const last = useRef<readonly NewDecision[]>([]);

  const show = (answered: Decisions, standings: ReadonlyMap<string, Standing>) => {
    // What was decided since then is shown in place of the answer.
    const later = pendingStates(queryClient, answered);
    const shown = [...standings].map(([id, standing]): [string, Standing] => [
      id,
      { ...standing, state: later.get(id) ?? standing.state },
    ]);
    setStandings(queryClient, new Map(shown));
  };

  const { mutate } = useMutation({
    mutationKey: decisionsKey,
    scope: { id: 'decisions' },
    mutationFn: (asked: Decisions) => send(asked, versions),
    retry: (failures, error) => mayPass(error) && failures < 2,
    retryDelay,
    async onMutate({ decisions }) {
      await queryClient.cancelQueries({ queryKey: keys.person });
      setStandings(queryClient, new Map(decisions.map(({ subject, to }) => [subject.id, { state: to }])));
    },
    onError(error, asked) {
      const { decisions } = asked;
      show(asked, new Map(decisions.map(({ subject }) => [subject.id, subject])));
      if (last.current === decisions) last.current = [];
      // Several are decided one after the other, and the answer that says how far may be what was lost.
      const isUnknown = decisions.length > 1 || isUnanswered(error);
      notify({
        text: `${error.message} ${isUnknown ? 'What was decided is not known: the list is loaded again.' : 'Nothing was decided.'}`,
      });
      if (isUnknown) void queryClient.invalidateQueries({ queryKey: keys.subjects });
    },
    onSuccess(outcomes, asked) {
      const { decisions, isUndo } = asked;
      const answers = decisions.map((decision, index) => ({ ...decision, answer: outcomes[index] }));
      show(asked, new Map(answers.map(({ subject, answer }) => [subject.id, answer?.standing ?? subject])));
      const made = isUndo ? [] : answers.filter(({ answer }) => answer?.outcome === 'decided').map(asStored);
      if (last.current === decisions) last.current = made;
      notify({
        ...describeOutcomes(answers, { isUndo, timeZone }),
        ...(made.length > 0 && { undo: () => undo(made) }),
        ...(made.length > 1 && { undoName: `Undo all ${made.length}` }),
      });
    },
    onSettled() {
      // Read once, after the last of them: an answer from between two would show the first again.
      if (queryClient.isMutating({ mutationKey: decisionsKey }) > 1) return;
      for (const queryKey of [keys.totals, keys.person, keys.overview])
        void queryClient.invalidateQueries({ queryKey });
    },
  });

  function undo(made: readonly NewDecision[]) {
    if (made.length === 0) return notify({ text: 'There is nothing to undo.' });
    mutate({ decisions: made.map(reverse), note: null, isUndo: true });
    last.current = [];
  }

  const value: Decide = {
    decide(subjects, to, note = null) {
      // A second press comes before the first is shown.
      const pending = pendingStates(queryClient);
      const changing = subjects.filter(({ id, state }) => (pending.get(id) ?? state) !== to);
      if (changing.length === 0) {
        if (!subjects.some(({ id }) => pending.has(id)))
          notify({ text: 'Nothing to change: that is how it stands.' });
        return;
      }
      const decisions = changing.map((subject) => newDecision(subject, to));
      last.current = decisions;
      mutate({ decisions, note, isUndo: false });
    },
    undo: () => undo(last.current),
  };
  return <Context value={value}>{children}</Context>;
}

/** As it was stored: what was seen when it was pressed may have been a decision that then failed. */
function asStored({
  answer,
  ...decision
}: NewDecision & { answer: DecisionOutcome | undefined }): NewDecision {
  const stored = answer?.standing?.last;
  if (stored?.id !== decision.decisionId) return decision;
  return { ...decision, subject: { ...decision.subject, state: stored.from } };
}

/** In the order of the decisions. */
async function send({ decisions, note, isUndo }: Decisions, versions: OwnVersions) {
  const outcomes: DecisionOutcome[] = [];
  for (let from = 0; from < decisions.length; from += maxRowsPerCall) {
    const some = decisions.slice(from, from + maxRowsPerCall);
    const sent = some.map((decision) => ({
      decisionId: decision.decisionId,
      about: decision.subject.id,
      to: decision.to,
      seenVersion: versions.seenBy(decision),
    }));
    const answer = await call('decide', { decisions: sent, note, isUndo });
    for (const decision of some) {
      const outcome = find(answer.outcomes, decision.subject.id);
      if (outcome.outcome === 'decided') versions.stored(decision);
      outcomes.push(outcome);
    }
  }
  return outcomes;
}

const find = (outcomes: readonly DecisionOutcome[], about: string): DecisionOutcome =>
  outcomes.find((outcome) => outcome.about === about) ?? {
    about,
    outcome: 'unknown',
    standing: null,
    newerApplication: null,
  };
