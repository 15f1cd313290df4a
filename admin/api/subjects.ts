import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { ApplicantPage, ApplicantRow } from '#contract/answers.ts';
import { subjectsQuery } from './queries.ts';

/** A list as far as it is loaded. */
export function useSubjects(view: Parameters<typeof subjectsQuery>[0]) {
  const pages = useInfiniteQuery(subjectsQuery(view));
  const rows = rowsOf(pages.data);
  /** The row behind this one, loaded if need be; undefined: there is none, or it could not be loaded. */
  async function loadRowBehind(id: string): Promise<ApplicantRow | undefined> {
    const loaded = rowBehind(rows, id);
    if (loaded !== undefined || rows.at(-1)?.id !== id || !pages.hasNextPage) return loaded;
    const { data } = await pages.fetchNextPage({ cancelRefetch: false });
    return rowBehind(rowsOf(data), id);
  }
  return { pages, rows, loadRowBehind };
}

const rowsOf = (data: InfiniteData<ApplicantPage> | undefined): readonly ApplicantRow[] =>
  data?.pages.flatMap((page) => page.rows) ?? [];

/** undefined: this one is the last, or is not among them. */
export function rowBehind(rows: readonly ApplicantRow[], id: string): ApplicantRow | undefined {
  const index = rows.findIndex((row) => row.id === id);
  return index === -1 ? undefined : rows[index + 1];
}
