import type { QueryClient } from '@tanstack/react-query';
import type { ReviewState } from '#contract/review.ts';

/** Of every mutation that decides, so that it is known while one is on its way or waits for its turn. */
export const decisionsKey = ['decisions'];

/** Whom a decision is about, as they were seen. */
export interface Subject {
  id: string;
  name: string;
  state: ReviewState;
  version: number;
}

export interface NewDecision {
  /** The same when it is sent again, so that it is made once. */
  decisionId: string;
  subject: Subject;
  to: ReviewState;
}

/** One press: about one, or about many with one note. */
export interface Decisions {
  decisions: readonly NewDecision[];
  note: string | null;
  isUndo: boolean;
}

/** A list that is read while a decision is on its way would not have it. */
export async function decisionsAnswered(client: QueryClient): Promise<void> {
  const isPending = () => client.isMutating({ mutationKey: decisionsKey }) > 0;
  if (!isPending()) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (isPending()) return;
      stop();
      resolve();
    });
  });
}

/** What was decided and is not answered yet, by id. @param except decisions whose answer is there */
export function pendingStates(client: QueryClient, except?: Decisions): Map<string, ReviewState> {
  const pending = client.getMutationCache().findAll({ mutationKey: decisionsKey, status: 'pending' });
  const others = pending.map(({ state }) => state.variables as Decisions).filter((each) => each !== except);
  return new Map(others.flatMap(({ decisions }) => decisions.map(({ subject, to }) => [subject.id, to])));
}
