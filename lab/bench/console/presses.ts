import type { Page } from 'playwright-core';

interface Press {
  name: string;
  /** The last press or key of it is what the time begins with. */
  act: (page: Page) => Promise<unknown>;
  /** All of these are painted; `.is-new`: was not there before. */
  shows: readonly string[];
  /** Seen before that. */
  first?: string;
}

const rows = '.subjects.is-new tbody tr';
const counted = '.page-total[aria-busy="false"]:not(:empty)';
const chart = '.overview[aria-busy="false"] .chart-bars rect';
const loading = '.overview[aria-busy="true"]';
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).click();
const choose = (field: string, option: string) => (page: Page) =>
  page.getByRole('combobox', { name: field }).selectOption(option);
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const tab = (name: RegExp) => (page: Page) =>
  page.getByRole('navigation', { name: 'Review state' }).getByRole('link', { name }).click();
const type = (role: 'searchbox' | 'textbox', text: string) => async (page: Page) => {
  const field = page.getByRole(role).first();
  await field.fill('');
  await field.pressSequentially(text);
};

/** A walk through the console, in order: each press begins where the last one ended. */
export const presses: readonly Press[] = [
  { name: 'open the overview', act: link('Overview'), shows: ['.overview.is-new', chart] },
  { name: 'overview: a year', act: link('A year'), first: loading, shows: [chart] },
  { name: 'overview: all', act: link('All'), first: loading, shows: [chart] },
  { name: 'open the list', act: link('Applicants'), shows: [rows, counted] },
  {
    name: 'list: next page',
    act: (page) => page.getByRole('button', { name: 'Show more' }).click(),
    shows: ['.subjects tbody tr:nth-child(200)'],
  },
  { name: 'list: state New', act: tab(/^New/), shows: [rows, counted] },
  { name: 'list: sorted by name', act: choose('Sort by', 'Name'), shows: [rows, counted] },
  { name: 'list: sorted by city', act: choose('Sort by', 'City'), shows: [rows, counted] },
  { name: 'list: newest first', act: choose('Sort by', 'Newest first'), shows: [rows, counted] },
  { name: 'list: creators', act: choose('Kind', 'Creators'), shows: [rows, counted] },
  { name: 'list: the last 7 days', act: choose('Applied', 'Last 7 days'), shows: [rows, counted] },
  { name: 'list: city typed', act: type('textbox', 'Melbourne'), shows: [rows, counted] },
  {
    name: 'list: filters cleared',
    act: (page) => page.getByRole('button', { name: 'Clear filters' }).click(),
    shows: [rows, counted],
  },
  { name: 'list: text of many typed', act: type('searchbox', 'wine'), shows: [rows, counted] },
  { name: 'list: text of some typed', act: type('searchbox', 'wine zubaba'), shows: [rows, counted] },
  {
    name: 'list: text cleared',
    act: (page) => page.getByRole('button', { name: 'Clear filters' }).click(),
    shows: [rows, counted],
  },
  {
    name: 'a person, by click',
    act: (page) => page.locator('.row-link').nth(5).click(),
    shows: ['.person.is-new .application', '.person.is-new .history'],
  },
  {
    name: 'the next person, by key',
    act: key('j'),
    shows: ['.person.is-new .application', '.person.is-new .history'],
  },
  { name: 'back to the list, by key', act: key('Escape'), shows: [rows] },
  { name: 'open the messages', act: link('Messages'), shows: [rows, counted] },
  { name: 'open the quarantine', act: link('Held'), shows: ['.held.is-new li'] },
];
