import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.ts';

const timeoutMs = 15_000;

/** Waits for the end of the next page's document, which every page of the site has. */
export async function untilRead(evaluate: Engine['evaluate']): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (performance.now() < giveUpAt) {
    // While one page gives way to the next there is nothing to ask.
    if ((await evaluate('document.querySelector("footer") !== null').catch(() => false)) === true) return;
    await wait(20);
  }
  throw new Error('The page was not read to its end.');
}
