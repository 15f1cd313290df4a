import { z } from 'zod';
import { type Filter, filterSchema, type Sort, sorts } from '#contract/console-view.ts';

/** Columns of the list beside name and state, in their order. */
export const columns = [
  'place',
  'about',
  'kind',
  'email',
  'handle',
  'venueName',
  'city',
  'received',
  'applications',
  'decided',
  'letter',
] as const;
export type Column = (typeof columns)[number];

/** Shown when the address names none: what an applicant is judged by. */
const defaultColumns: readonly Column[] = ['place', 'about', 'decided', 'letter'];

const shape = { ...filterSchema.shape, sort: z.enum(sorts).optional(), columns: z.string().optional() };

export type ViewSearch = Filter & { sort?: Sort; columns?: string };

/** The view that the address describes. Invalid values are ignored, and own days beside a range. */
export function readViewSearch(search: Record<string, unknown>): ViewSearch {
  const values = Object.entries(shape).map(([key, value]) => [key, value.safeParse(search[key]).data]);
  const read: ViewSearch = Object.fromEntries(values);
  return withoutEmpty(read.date === undefined ? read : { ...read, from: undefined, to: undefined });
}

export const filterOf = ({ sort: _sort, columns: _columns, ...filter }: ViewSearch): Filter => filter;

export const sortOf = ({ sort }: ViewSearch): Sort => sort ?? 'newest';

export const columnsOf = ({ columns: named }: ViewSearch): readonly Column[] =>
  named === undefined ? defaultColumns : columns.filter((column) => named.split(',').includes(column));

/** For the address: undefined when it is the default. */
export const writeColumns = (shown: readonly Column[]): string | undefined =>
  shown.length === defaultColumns.length && defaultColumns.every((column) => shown.includes(column))
    ? undefined
    : shown.join(',');

export const isFiltered = (filter: Filter): boolean => Object.keys(filter).some((key) => key !== 'kind');

/** Without the keys that say nothing, so that the same view has one address and one place in the cache. */
export const withoutEmpty = (search: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Every value is read as text, so that a city "12" is no number. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams(withoutEmpty(search) as Record<string, string>).toString();
  return text === '' ? '' : `?${text}`;
}
