import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DecisionShown, Person, SubjectPage, SubjectRow } from '#contract/console-answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { keys } from './queries.ts';

export interface Standing {
  state: ReviewState;
  version?: number;
  last?: DecisionShown | null;
}

/** How applicants and messages stand, by id, wherever they are shown. */
export function setStandings(queryClient: QueryClient, standings: ReadonlyMap<string, Standing>): void {
  const changed = <Shown extends { id: string; state: ReviewState; version: number }>(
    shown: Shown,
  ): Shown => {
    const standing = standings.get(shown.id);
    if (!standing) return shown;
    return { ...shown, state: standing.state, version: standing.version ?? shown.version };
  };
  const changedRow = (row: SubjectRow): SubjectRow => {
    const last = standings.get(row.id)?.last;
    return last ? { ...changed(row), decidedAtMs: last.atMs, decidedBy: last.by } : changed(row);
  };
  queryClient.setQueriesData<InfiniteData<SubjectPage>>(
    { queryKey: keys.subjects },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map(changedRow) })) },
  );
  queryClient.setQueriesData<Person>({ queryKey: keys.person }, (person) => person && changed(person));
}
