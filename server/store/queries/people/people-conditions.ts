import { type RawBuilder, sql } from 'kysely';
import { type ReviewState, reviewStatesOf } from '#contract/review.ts';
import { type SubmissionKind, waitlistKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { PeopleFilter } from '#server/store/people.ts';
import type { EngineTraits } from '#server/store/schema.ts';
import { sortKey } from '#server/store/words.ts';
import { createWordSearch, type WordSearch } from './person-words.ts';

export interface ListTraits extends EngineTraits {
  /** So many people are sorted or looked at one by one; of more, the list is walked in its order. */
  mostGathered: number;
}

/** A part of the list: every index of `people` begins with both. */
export interface Part {
  kind: SubmissionKind;
  state: ReviewState;
}

export type Condition = RawBuilder<boolean>;
export type PeopleIndex = 'people_by_state' | 'people_by_name' | 'people_by_city' | 'people_by_city_and_name';

export interface ReadFilter {
  parts: readonly Part[];
  city: Condition | null;
  time: Condition | null;
  words: WordSearch | null;
  /** Numbers of all submissions of one mailbox. */
  mailbox: RawBuilder<{ sequence: number }> | null;
}

export function readFilter(traits: EngineTraits, filter: PeopleFilter): ReadFilter {
  const { kinds = waitlistKinds, state, email, city, sinceMs, beforeMs, text } = filter;
  return {
    parts: kinds.flatMap((kind) =>
      reviewStatesOf(kind)
        .filter((each) => state === undefined || each === state)
        .map((each): Part => ({ kind, state: each })),
    ),
    city: city === undefined ? null : sql<boolean>`city_key = ${sortKey(city)}`,
    time:
      sinceMs === undefined && beforeMs === undefined
        ? null
        : sql<boolean>`received_at >= ${sinceMs ?? 0} and received_at < ${beforeMs ?? Number.MAX_SAFE_INTEGER}`,
    words: text === undefined ? null : createWordSearch(traits, text),
    mailbox:
      email === undefined
        ? null
        : sql`select sequence from submissions where kind in (${sql.join(kinds)}) and email_key = ${emailKey(email)}`,
  };
}

export const partsOf = (kinds: readonly Part['kind'][]): Part[] =>
  kinds.flatMap((kind) => reviewStatesOf(kind).map((state) => ({ kind, state })));

export const isPart = ({ kind, state }: Part): Condition => sql<boolean>`kind = ${kind} and state = ${state}`;

/** Each part by itself: for a list of values SQLite would not keep the order of the index. */
export const isInParts = (parts: readonly Part[]): Condition =>
  sql<boolean>`(${sql.join(parts.map(isPart), sql` or `)})`;

export const every = (...conditions: readonly (Condition | null)[]): Condition => {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(given, sql` and `)}`;
};

/** SQLite has no statistics of these tables, so it is told; Postgres has them. */
export const from = ({ locksRows }: EngineTraits, index: PeopleIndex): RawBuilder<unknown> =>
  locksRows ? sql`people` : sql`people indexed by ${sql.ref(index)}`;
