import { keepSource } from '#site/backend/keep-source.ts';
import { hydrateWhenNear } from '#site/islands/hydrate-when-near.ts';
import { setUpFormType } from '#site/islands/join-menu/form-type.ts';
import { setUpJoinMenus } from '#site/islands/join-menu/join-menu.ts';
import { followFormLinks } from '#site/islands/reveal-form/reveal-form.ts';
import { scrollOnArrival } from '#site/islands/reveal-form/scroll-on-arrival.ts';
import { setUpSiteMenu } from '#site/islands/site-menu/site-menu.ts';
import { dropDraft, keepDraft } from '#site/islands/submission/draft.ts';
import { tellOutcome } from '#site/islands/submission/told-outcome.ts';

/** On the 404 page: shows the missing path, and logs it to the console as the specification asks. */
function showMissingPath(): void {
  const name = document.querySelector('[data-missing-path]');
  if (!name) return;
  name.textContent = location.pathname;
  console.error('404 Error: User attempted to access non-existent route:', location.pathname);
}

// Everything that a page runs at first, without React: what answers a press. What a page does not have is skipped.
setUpJoinMenus();
setUpSiteMenu();
setUpFormType();
if (tellOutcome()) dropDraft();
keepDraft();
scrollOnArrival();
keepSource();
followFormLinks();
showMissingPath();

// The order of loading: the first screen's picture, the islands' code where the form is near, the rest with the
// pictures below.
hydrateWhenNear().then(async () => {
  const { startTheRest } = await import('#site/islands/start-the-rest.ts');
  startTheRest();
});
