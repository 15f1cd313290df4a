import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.ts';

const timeoutMs = 30_000;

/** Asks the page until the expression is true. While one page gives way to the next, asking it fails. */
async function untilTrue(evaluate: Engine['evaluate'], expression: string, problem: string): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  let answer: unknown;
  while (performance.now() < giveUpAt) {
    answer = await evaluate(`(${expression}) || document.readyState + " " + location`).catch(
      (error: unknown) => error,
    );
    if (answer === true) return;
    await wait(20);
  }
  // Otherwise a browser that hangs or has ended would look like a page that is slow.
  throw new Error(`${problem} It was asked for ${timeoutMs} ms, and last answered: ${answer}`);
}

/** The end of the page's document has been read, which every page of the site has. */
export const untilRead = (evaluate: Engine['evaluate']) =>
  untilTrue(evaluate, 'document.querySelector("footer") !== null', 'The page was not read to its end.');

/** The page has loaded, and is another than the one that was left. */
export const untilLoaded = (evaluate: Engine['evaluate']) =>
  untilTrue(evaluate, '!window.isLeft && document.readyState === "complete"', 'The page did not load.');
