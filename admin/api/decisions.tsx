import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import type { DecisionOutcome } from '#contract/console-answers.ts';
import { maxRowsPerCall } from '#contract/console-calls.ts';
import type { ReviewState } from '#contract/review.ts';
import { notify } from '../layout/notices.ts';
import { call, isUnanswered, mayPass } from './call.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { decisionsKey } from './pending-decisions.ts';
import { keys } from './queries.ts';
import { useSession } from './session.ts';
import { type Standing, setStandings } from './standings.ts';

/** Whom a decision is about, as they were seen. */
export interface Subject {
  id: string;
  name: string;
  state: ReviewState;
  version: number;
}

interface NewDecision {
  /** The same when it is sent again, so that it is made once. */
  decisionId: string;
  subject: Subject;
  to: ReviewState;
}

const newDecision = (subject: Subject, to: ReviewState): NewDecision => ({
  decisionId: crypto.randomUUID(),
  subject,
  to,
});

/** Between two tries, in milliseconds. */
const retryDelay = 500;

interface Decisions {
  decisions: NewDecision[];
  note: string | null;
  isUndo: boolean;
}

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
  const last = useRef<NewDecision[]>([]);

  const { mutate } = useMutation({
    mutationKey: decisionsKey,
    scope: { id: 'decisions' },
    mutationFn: send,
    retry: (failures, error) => mayPass(error) && failures < 2,
    retryDelay,
    async onMutate({ decisions }) {
      await queryClient.cancelQueries({ queryKey: keys.person });
      setStandings(queryClient, new Map(decisions.map(({ subject, to }) => [subject.id, { state: to }])));
    },
    onError(error, { decisions }) {
      setStandings(queryClient, new Map(decisions.map(({ subject }) => [subject.id, subject])));
      // Several are decided one after the other, and the answer that says how far may be what was lost.
      const isUnknown = decisions.length > 1 || isUnanswered(error);
      notify({
        text: `${error.message} ${isUnknown ? 'What was decided is not known: the list is loaded again.' : 'Nothing was decided.'}`,
      });
      if (isUnknown) void queryClient.invalidateQueries({ queryKey: keys.subjects });
    },
    onSuccess(outcomes, { decisions, isUndo }) {
      const answers = decisions.map((decision, index) => ({ ...decision, answer: outcomes[index] }));
      setStandings(
        queryClient,
        new Map(
          answers.map(({ subject, answer }): [string, Standing] => [subject.id, answer?.standing ?? subject]),
        ),
      );
      last.current = isUndo
        ? []
        : answers.flatMap(({ subject, answer }) =>
            answer?.outcome === 'decided' && answer.standing
              ? [newDecision({ ...subject, ...answer.standing }, subject.state)]
              : [],
          );
      notify({
        ...describeOutcomes(answers, { isUndo, timeZone }),
        ...(last.current.length > 0 && { undo }),
      });
    },
    onSettled() {
      for (const queryKey of [keys.totals, keys.person, keys.overview])
        void queryClient.invalidateQueries({ queryKey });
    },
  });

  function undo() {
    if (last.current.length === 0) return notify({ text: 'There is nothing to undo.' });
    mutate({ decisions: last.current, note: null, isUndo: true });
    last.current = [];
  }

  const value: Decide = {
    decide(subjects, to, note = null) {
      const changing = subjects.filter(({ state }) => state !== to);
      if (changing.length === 0) return notify({ text: 'Nothing to change: that is how it stands.' });
      mutate({ decisions: changing.map((subject) => newDecision(subject, to)), note, isUndo: false });
    },
    undo,
  };
  return <Context value={value}>{children}</Context>;
}

/** In the order of the decisions. */
async function send({ decisions, note, isUndo }: Decisions): Promise<DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = [];
  for (let from = 0; from < decisions.length; from += maxRowsPerCall) {
    const some = decisions.slice(from, from + maxRowsPerCall).map(({ decisionId, subject, to }) => ({
      decisionId,
      about: subject.id,
      to,
      seenVersion: subject.version,
    }));
    const answer = await call('decide', { decisions: some, note, isUndo });
    outcomes.push(...some.map(({ about }) => find(answer.outcomes, about)));
  }
  return outcomes;
}

const find = (outcomes: readonly DecisionOutcome[], about: string): DecisionOutcome =>
  outcomes.find((outcome) => outcome.about === about) ?? { about, outcome: 'unknown', standing: null };
