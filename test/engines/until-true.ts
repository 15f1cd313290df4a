import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.ts';

const timeoutMs = 15_000;

/** Asks the page until the expression is true. While one page gives way to the next there is nothing to ask. */
async function untilTrue(evaluate: Engine['evaluate'], expression: string, problem: string): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (performance.now() < giveUpAt) {
    if ((await evaluate(expression).catch(() => false)) === true) return;
    await wait(20);
  }
  throw new Error(problem);
}

/** The end of the page's document has been read, which every page of the site has. */
export const untilRead = (evaluate: Engine['evaluate']) =>
  untilTrue(evaluate, 'document.querySelector("footer") !== null', 'The page was not read to its end.');

/** The page has loaded, and is another than the one that was left. */
export const untilLoaded = (evaluate: Engine['evaluate']) =>
  untilTrue(evaluate, '!window.isLeft && document.readyState === "complete"', 'The page did not load.');
