import { hydrateIslands } from '#site/islands/hydrate-islands.ts';
import { followHandle } from '#site/islands/live-card/live-card.ts';
import { tiltCards } from '#site/islands/live-card/tilt-card.ts';
import { showMissingPath } from '#site/islands/not-found/show-missing-path.ts';
import { skipSlowTransition } from '#site/islands/page-transition/skip-slow-transition.ts';
import { loadPictures } from '#site/islands/pictures/load-pictures.ts';
import { playEntrances } from '#site/islands/pictures/play-entrances.ts';
import { followFormLinks } from '#site/islands/reveal-form/follow-form-links.ts';
import { scrollOnArrival } from '#site/islands/reveal-form/scroll-on-arrival.ts';
import { cleanTypedEmail } from '#site/islands/submission/clean-typed-email.ts';

// The script of every page. What a page does not have is skipped.
hydrateIslands();
scrollOnArrival();
followFormLinks();
cleanTypedEmail();
followHandle();
tiltCards();
showMissingPath();
skipSlowTransition();
void loadPictures();
playEntrances();
// Only one page has a bill.
if (document.querySelector('[data-bill-input]')) {
  import('#site/islands/live-bill/live-bill.ts').then(({ keepBill }) => keepBill());
}
