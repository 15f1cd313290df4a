import { isHydrated } from '#test/browser/is-hydrated.ts';
import type { Engine, Key, Point, Size } from './engine.ts';
import { findTarget, type Target } from './find-target.ts';

const patienceMs = 30_000;
const pollEveryMs = 20;
const clickAgainMs = 3_000;

/** Somebody at a window of the site, in any engine. Whatever is asked for is waited for. */
export interface Visitor {
  /** Opens a page and waits until every script handles what is done to it, as it does when a person is near the form. */
  open(path: string): Promise<void>;
  /** Opens an address and does not wait for scripts. The browser may have kept them of an earlier visit. */
  openWithoutScripts(url: string): Promise<void>;
  /** Opens a page and does not wait for what it loads: its scripts may be held up. */
  begin(path: string): Promise<void>;
  hydrated(): Promise<void>;
  /** Brings it into view and clicks it, once it stands still and nothing covers it. */
  click(target: Target): Promise<void>;
  clickAt(point: Point): Promise<void>;
  /** Clicks into each field, by the name under which it is sent, and types over what it holds. */
  fill(typed: Record<string, string>): Promise<void>;
  press(...keys: Key[]): Promise<void>;
  resize(size: Size): Promise<void>;
  back(): Promise<void>;
  evaluate<Arguments extends unknown[], Result>(
    inPage: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Result>;
  /** Whether such an element is shown. */
  sees(target: Target): Promise<boolean>;
  /** Whether these words are shown somewhere. */
  reads(words: string): Promise<boolean>;
  hasFocus(target: Target): Promise<boolean>;
  /** Path and fragment of the page. */
  address(): Promise<string>;
  /** Waits until it holds; `what` is named when it does not. */
  waitUntil(what: string, holds: () => Promise<boolean>): Promise<void>;
}

/** A place to click, and how many frames the page has drawn so far. */
interface Aimed extends Point {
  frame: number;
}

/** Frames for which an element must have stood still: some engines scroll to the focus a frame later. */
const stillFrames = 3;

/** Runs in the page: where to click, or why not yet. */
function aim(find: typeof findTarget, target: Target): Aimed | string {
  const counter = window as unknown as { frame?: number };
  if (counter.frame === undefined) {
    counter.frame = 0;
    const count = () => {
      counter.frame = (counter.frame ?? 0) + 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  }
  const element = find(target);
  if (!element) return 'it is not shown';
  if (element.matches(':disabled')) return 'it is disabled';
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2, frame: counter.frame };
  const hit = document.elementFromPoint(point.x, point.y);
  if (hit && element.contains(hit)) return point;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return hit ? `${hit.outerHTML.slice(0, 100)} covers it` : 'it is outside the window';
}

const isShown = (find: typeof findTarget, target: Target) => find(target) !== undefined;
const isFocused = (find: typeof findTarget, target: Target) => find(target) === document.activeElement;

function readsIn(words: string): boolean {
  const holds = (element: Element) => element.textContent?.replaceAll(/\s+/g, ' ').includes(words) === true;
  return [...document.body.querySelectorAll('*')].some(
    (element) =>
      holds(element) &&
      ![...element.children].some(holds) &&
      !element.closest('.visually-hidden') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
}

const show = (args: readonly unknown[]) => args.map((value) => JSON.stringify(value)).join(', ');

/** @param siteUrl without a path */
export function createVisitor(engine: Engine, siteUrl: string): Visitor {
  const evaluate: Visitor['evaluate'] = async (inPage, ...args) =>
    (await engine.evaluate(`(${inPage})(${show(args)})`)) as ReturnType<typeof inPage>;
  const ask = async <Result>(
    inPage: (find: typeof findTarget, target: Target) => Result,
    target: Target,
  ): Promise<Result> =>
    (await engine.evaluate(`(${inPage})(${findTarget}, ${JSON.stringify(target)})`)) as Result;

  /** Asks until there is an answer; a page that is just being left gives none. */
  async function poll<Result>(
    what: string,
    look: () => Promise<{ found: Result } | { missing: string }>,
  ): Promise<Result> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const answer = await look().catch((error: unknown) => ({ missing: String(error) }));
      if ('found' in answer) return answer.found;
      if (performance.now() > deadline) throw new Error(`${what}: ${answer.missing}`);
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    }
  }
  const waitUntil: Visitor['waitUntil'] = (what, holds) =>
    poll(what, async () => ((await holds()) ? { found: undefined } : { missing: 'this did not come about' }));

  async function click(target: Target): Promise<void> {
    let first: Aimed | undefined;
    const point = await poll(`click ${target.role} "${target.name ?? ''}"`, async () => {
      const aimed = await ask(aim, target);
      if (typeof aimed === 'string') return { missing: aimed };
      const hasMoved = first === undefined || first.x !== aimed.x || first.y !== aimed.y;
      if (first === undefined || hasMoved) first = aimed;
      const isStill = aimed.frame - first.frame >= stillFrames;
      return isStill ? { found: aimed } : { missing: hasMoved ? 'it moves' : 'the page draws no frames' };
    });
    await engine.clickAt(point);
  }

  /** WebKit's driver now and then loses a click while a page is loading: then it is clicked again, as a person would. */
  async function enter(name: string): Promise<void> {
    const field: Target = { role: 'field', name };
    let clickedAt = Number.NEGATIVE_INFINITY;
    await waitUntil(`the field ${name} takes the focus`, async () => {
      if (await ask(isFocused, field)) return true;
      if (performance.now() - clickedAt > clickAgainMs) {
        await click(field);
        clickedAt = performance.now();
      }
      return false;
    });
  }

  const hydrated = () => waitUntil('every island is hydrated', () => evaluate(isHydrated));

  return {
    evaluate,
    waitUntil,
    click,
    hydrated,
    async open(path) {
      await engine.goto(siteUrl + path);
      await hydrated();
    },
    begin: (path) => engine.begin(siteUrl + path),
    openWithoutScripts: (url) => engine.goto(url),
    clickAt: (point) => engine.clickAt(point),
    async fill(typed) {
      for (const [name, value] of Object.entries(typed)) {
        await enter(name);
        await evaluate(() => (document.activeElement as HTMLInputElement).select());
        await engine.type(value);
      }
    },
    async press(...keys) {
      for (const key of keys) await engine.press(key);
    },
    resize: (size) => engine.resize(size),
    // Later, so that the page is still there to answer.
    back: async () => void (await engine.evaluate('setTimeout(() => history.back())')),
    sees: (target) => ask(isShown, target),
    reads: (words) => evaluate(readsIn, words),
    hasFocus: (target) => ask(isFocused, target),
    address: () => evaluate(() => location.pathname + location.hash),
  };
}
