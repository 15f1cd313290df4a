import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { ApplicantPage, ApplicantRow, Review } from '#contract/answers.ts';
import type { Filter, Sort } from '#contract/console-view.ts';
import { countIn } from '#contract/review.ts';
import { type Answer, type CallBody, call, type JsonCall } from './call.ts';

/** An applicant, or a contact message. */
export type Person = Answer<'person'>;
export type Overview = Answer<'overview'>;

const rowsPerPage = 100;
const arrivalsEveryMs = 10_000;
/** There is nothing to read yet; the first one will be shown a moment after it was sent. */
const firstArrivalEveryMs = 2_000;
const sendingEveryMs = 3_000;
const overviewEveryMs = 60_000;

/** For a query that is not read again after a change: its dialog, or the session, keeps the first answer. */
export const kept = { meta: { isKept: true } } as const;

/** Reads the answers to these calls again, or all that are not kept, where a view shows them. */
export function readAgain(queryClient: QueryClient, calls?: readonly JsonCall[]): void {
  void untilReadAgain(queryClient, calls);
}

/** The same; resolves once what is shown was read. */
export const untilReadAgain = (queryClient: QueryClient, calls?: readonly JsonCall[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name], meta }) =>
      calls === undefined ? meta?.['isKept'] !== true : calls.includes(name as JsonCall),
  });

/** Writes how somebody stands now into the views that show them: no row moves while somebody reads. */
export function showStanding(queryClient: QueryClient, id: string, review: Review): void {
  const { state, appliedAgain, version, told, answer, decided } = review;
  const standing = {
    state,
    appliedAgain,
    version,
    told,
    answer,
    decidedAtMs: decided?.decidedAtMs ?? null,
    decidedBy: decided?.actor.name ?? null,
  };
  queryClient.setQueriesData<InfiniteData<ApplicantPage>>(
    { queryKey: ['subjects'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) =>
            row.id === id && row.version < version ? { ...row, ...standing } : row,
          ),
        })),
      },
  );
  queryClient.setQueriesData<Person>({ queryKey: ['person'] }, (person) =>
    person?.id === id && person.version < version ? { ...person, ...review } : person,
  );
}

/** A question of a view. Its key is the whole request. */
const ask = <Call extends JsonCall>(name: Call, body: CallBody<Call>) =>
  queryOptions({
    queryKey: [name, body],
    queryFn: ({ signal }) => call(name, body, { signal }),
  });

/** The next page comes with the pages before as they were when it was asked for: without decisions made meanwhile. */
function keepNewestStanding(before: unknown, after: unknown): unknown {
  const rowsBefore = (before as InfiniteData<ApplicantPage> | undefined)?.pages.flatMap(({ rows }) => rows);
  const known = new Map(rowsBefore?.map((row) => [row.id, row]));
  const { pages, ...others } = after as InfiniteData<ApplicantPage>;
  const newest = (row: ApplicantRow) => {
    const shown = known.get(row.id);
    return shown !== undefined && shown.version > row.version ? shown : row;
  };
  return { ...others, pages: pages.map((page) => ({ ...page, rows: page.rows.map(newest) })) };
}

export const subjectsQuery = ({ filter, sort }: { filter: Filter; sort: Sort }) =>
  infiniteQueryOptions({
    queryKey: ['subjects', filter, sort],
    queryFn: ({ pageParam, signal }) =>
      call('subjects', { filter, sort, after: pageParam, limit: rowsPerPage }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Rows do not move while somebody reads: new ones are announced, and shown when asked for.
    staleTime: Number.POSITIVE_INFINITY,
    // A list is read again when somebody returns to it, because others decide meanwhile. Opening a person from it
    // keeps it.
    gcTime: 0,
    structuralSharing: keepNewestStanding,
  });

export const totalsQuery = (filter: Filter) =>
  queryOptions({
    ...ask('totals', { filter }),
    select: (counts) => ({ ...counts, total: countIn(counts, filter.state) }),
    placeholderData: keepPreviousData,
  });

/** The cities that the filter offers. */
export const citiesQuery = queryOptions({ ...ask('cities', {}), staleTime: overviewEveryMs });

/** Asked while the window is visible only. */
export const arrivalsQuery = (
  filter: Filter,
  { since, isEmpty }: { since: number | undefined; isEmpty: boolean },
) =>
  queryOptions({
    ...ask('arrivals', { filter, since: since ?? 0 }),
    enabled: since !== undefined,
    // A list that was read a moment ago has no new people.
    initialData: { count: 0 },
    staleTime: arrivalsEveryMs,
    refetchInterval: isEmpty ? firstArrivalEveryMs : arrivalsEveryMs,
  });

/** Asked again while a message or a letter of theirs is about to be sent. */
export const personQuery = (about: string) =>
  queryOptions({
    ...ask('person', { about }),
    refetchInterval: ({ state: { data } }) => (data && isSending(data) ? sendingEveryMs : false),
  });

const isSending = ({ applications, letters }: Person): boolean =>
  letters.some(({ state }) => state === 'waiting' || state === 'claimed') ||
  applications.some(({ delivery: { state } }) => state === 'waiting' || state === 'claimed');

/** Reads a letter's time by the server's clock and calendar; the answer is not cached. */
export const letterTimeQuery = (at: string) => queryOptions({ ...ask('letterTime', { at }), gcTime: 0 });

/** The people that a decision about a whole view is about. Read once: who applies later is not included. */
export const wavePlanQuery = (request: CallBody<'wavePlan'>) =>
  queryOptions({
    ...ask('wavePlan', request),
    ...kept,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const letterPreviewQuery = (request: CallBody<'letterPreview'>) =>
  queryOptions({ ...ask('letterPreview', request), ...kept, gcTime: 0 });

export const erasePlanQuery = (about: string) =>
  queryOptions({ ...ask('erasePlan', { whose: { about } }), ...kept, gcTime: 0 });

export const overviewQuery = (weeks: CallBody<'overview'>['weeks']) =>
  queryOptions({
    ...ask('overview', { weeks }),
    placeholderData: keepPreviousData,
    refetchInterval: overviewEveryMs,
  });

/** So many waves are shown. */
const shownWaves = 10;
export const wavesQuery = queryOptions({
  ...ask('waves', { limit: shownWaves }),
  refetchInterval: overviewEveryMs,
});

/** So many imports are shown. */
const shownImports = 100;
export const importsQuery = queryOptions(ask('imports', { limit: shownImports }));

export const heldQuery = (state: CallBody<'held'>['states'][number]) =>
  infiniteQueryOptions({
    queryKey: ['held', state],
    queryFn: ({ pageParam, signal }) =>
      call('held', { states: [state], after: pageParam, limit: rowsPerPage }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
