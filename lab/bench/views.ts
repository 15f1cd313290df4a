import type { ConsoleAnswers, ConsoleInputs } from '#server/admin/create-console-api.ts';
import { uuidOf } from './fill.ts';

export interface View {
  name: string;
  call: keyof ConsoleAnswers;
  body: object;
}

const list = (
  name: string,
  filter: ConsoleInputs['subjects']['filter'],
  sort: ConsoleInputs['subjects']['sort'] = 'newest',
  after: string | number | null = null,
): View => ({ name: `list: ${name}`, call: 'subjects', body: { filter, sort, after, limit: 50 } });

const totals = (name: string, filter: ConsoleInputs['totals']['filter']): View => ({
  name: `totals: ${name}`,
  call: 'totals',
  body: { filter },
});

/** What somebody looks at in the console. Days are of the filled store, which ends today. */
export function makeViews(count: number, day: (daysAgo: number) => string, middle: string): View[] {
  const half = Math.round(count / 2) + 2;
  return [
    list('first page', {}),
    list('a page in the middle', {}, 'newest', middle),
    list('the oldest', {}, 'oldest'),
    list('the oldest, in the middle', {}, 'oldest', half),
    list('new creators, the oldest', { kind: 'creator', state: 'new' }, 'oldest'),
    list('Hobart, the oldest', { city: 'hobart' }, 'oldest'),
    list('new creators', { kind: 'creator', state: 'new' }),
    list('shortlisted', { state: 'shortlisted' }),
    list('by name', {}, 'name'),
    list('by city', {}, 'city'),
    list('Sydney by name', { city: 'sydney' }, 'name'),
    list('Melbourne this week', { city: 'Melbourne', from: day(6), to: day(0) }),
    list('led by a source, by name', { source: 'instagram' }, 'name'),
    list('led by a rare source', { source: 'blog-7.example' }),
    list('a week in spring by name', { from: day(100), to: day(94) }, 'name'),
    list('text of one person', { text: `person.${half}` }),
    list('text of nearly all ("e")', { text: 'e' }),
    list('text of many ("wine")', { text: 'wine' }),
    list('text of some ("wine zubaba")', { text: 'wine zubaba' }),
    list('text of many, Hobart, this week', { text: 'wine', city: 'hobart', from: day(6) }),
    list('beginning of a word of many ("bru")', { text: 'bru' }),
    list('text of nobody', { text: 'qqqq' }),
    list('messages', { kind: 'contact' }),
    totals('all', {}),
    totals('Melbourne this week', { city: 'melbourne', from: day(6) }),
    totals('text of nearly all', { text: 'e' }),
    totals('text of many', { text: 'wine' }),
    { name: 'arrivals', call: 'arrivals', body: { filter: {}, since: count - 100 } },
    { name: 'person', call: 'person', body: { about: uuidOf(half - (half % 20) + 10) } },
    { name: 'overview, 12 weeks', call: 'overview', body: { weeks: 12 } },
    { name: 'overview, a year', call: 'overview', body: { weeks: 52 } },
    { name: 'overview, all', call: 'overview', body: { weeks: null } },
    list('came back of a wave', { wave: uuidOf(2), told: 'came-back' }),
    { name: 'the last waves', call: 'waves', body: { limit: 10 } },
    { name: 'quarantine', call: 'held', body: { states: ['quarantined'], after: null, limit: 50 } },
    { name: 'parked', call: 'held', body: { states: ['parked'], after: null, limit: 50 } },
  ];
}
