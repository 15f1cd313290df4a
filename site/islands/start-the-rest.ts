import { keepBill } from '#site/islands/live-bill/live-bill.ts';
import { followHandle } from '#site/islands/live-card/live-card.ts';
import { tiltCards } from '#site/islands/live-card/tilt-card.ts';
import { skipSlowTransition } from '#site/islands/page-transition/skip-slow-transition.ts';
import { loadPictures } from '#site/islands/pictures/load-pictures.ts';
import { playEntrances } from '#site/islands/pictures/play-entrances.ts';

/** What no first screen needs: the moving art, the bill, the pictures below. What a page does not have is skipped. */
export function startTheRest(): void {
  followHandle();
  keepBill();
  tiltCards();
  skipSlowTransition();
  playEntrances();
  void loadPictures();
}
