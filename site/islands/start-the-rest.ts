import { setUpBill } from '#site/islands/live-bill/live-bill.ts';
import { followHandle } from '#site/islands/live-card/live-card.ts';
import { tiltCards } from '#site/islands/live-card/tilt-card.ts';
import { playEntrances } from '#site/islands/pictures/play-entrances.ts';

/** What no first screen needs: the moving art, the bill, the pictures below. What a page does not have is skipped. */
export function startTheRest(): void {
  followHandle();
  setUpBill();
  tiltCards();
  skipSlowTransition();
  playEntrances();
  document.documentElement.classList.remove('pictures-wait');
}

/**
 * Skips the cross-fade to the next page on a machine with few cores: there it doubles the time to the next
 * page's first paint (docs/decisions/0017).
 */
function skipSlowTransition(): void {
  addEventListener('pageswap', ({ viewTransition }) => {
    if (navigator.hardwareConcurrency >= 4) return;
    // It rejects once the transition is skipped: on the way back to this page, where the browser has kept it.
    viewTransition?.ready.catch(() => undefined);
    viewTransition?.skipTransition();
  });
}
