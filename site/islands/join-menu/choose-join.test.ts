import { describe, expect, test, vi } from 'vitest';
import { chooseJoin } from '#site/islands/join-menu/choose-join.ts';

/** What `chooseJoin` touches of a window, and a record of what it did. */
function createWindow(pathname: string, { reducedMotion = false, hasForm = true } = {}) {
  const did: unknown[] = [];
  const timers: { run: () => void; afterMs: number }[] = [];
  const form = {
    contains: () => false,
    querySelector: () => null,
    getBoundingClientRect: () => ({ top: 0, bottom: 0 }),
    scrollIntoView: (options: ScrollIntoViewOptions) => did.push(['scrollIntoView', options.behavior]),
    focus: (options: FocusOptions) => did.push(['focus', options.preventScroll]),
  };
  const win = {
    location: { pathname, assign: (url: string) => did.push(['assign', url]) },
    document: {
      documentElement: { scrollHeight: 4321 },
      activeElement: null,
      querySelector: () => null,
      getElementById: () => (hasForm ? form : null),
    },
    scrollY: 0,
    innerHeight: 800,
    matchMedia: () => ({ matches: reducedMotion }),
    dispatchEvent: (event: CustomEvent) => did.push([event.type, event.detail]),
    setTimeout: (run: () => void, afterMs: number) => timers.push({ run, afterMs }),
    scrollTo: (options: ScrollToOptions) => did.push(['scrollTo', options.top, options.behavior]),
  };
  return { win: win as unknown as Window, did, timers };
}

describe('on the home page', () => {
  test('tells the form at once; 150 ms later scrolls to the bottom, and the focus goes along', () => {
    const { win, did, timers } = createWindow('/');
    chooseJoin('venue', win);
    expect(did).toEqual([['setFormType', 'venue']]);
    expect(timers[0]?.afterMs).toBe(150);
    timers[0]?.run();
    expect(did.slice(1)).toEqual([
      ['scrollTo', 4321, 'smooth'],
      ['focus', true],
    ]);
  });

  test('scrolls instantly for those who want less motion', () => {
    const { win, did, timers } = createWindow('/', { reducedMotion: true });
    chooseJoin('creator', win);
    timers[0]?.run();
    expect(did[1]).toEqual(['scrollTo', 4321, 'auto']);
  });
});

test.each([
  ['creator', '/creators'],
  ['creator', '/creators/'],
  ['venue', '/venues'],
] as const)('%s on %s scrolls to the form and takes the focus there without a jump', (kind, path) => {
  const { win, did } = createWindow(path);
  chooseJoin(kind, win);
  expect(did).toEqual([
    ['focus', true],
    ['scrollIntoView', 'smooth'],
  ]);
});

test.each([
  ['creator', '/venues', '/creators#waitlist-form'],
  ['venue', '/creators', '/venues#waitlist-form'],
  ['creator', '/contact', '/creators#waitlist-form'],
  ['venue', '/no/such/page', '/venues#waitlist-form'],
] as const)('%s on %s goes to %s', (kind, path, to) => {
  const { win, did } = createWindow(path);
  chooseJoin(kind, win);
  expect(did).toEqual([['assign', to]]);
});

test('a page without its form is left as it is', () => {
  const { win, did } = createWindow('/venues', { hasForm: false });
  const unexpected = vi.spyOn(console, 'error');
  chooseJoin('venue', win);
  expect(did).toEqual([]);
  expect(unexpected).not.toHaveBeenCalled();
});
