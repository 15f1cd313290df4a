import { anchors, pages, scrollToBottomDelayMs, waitlistFormHref, waitlistPath } from '#contract/pages.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { announceFormType } from '#site/islands/join-menu/form-type.ts';
import { focusForm, revealForm, scrollBehavior } from '#site/islands/reveal-form/reveal-form.ts';

/** What choosing a kind in a join menu does: depends on the page that it is chosen on. */
export function chooseJoin(kind: WaitlistKind): void {
  const path = location.pathname.replace(/(.)\/$/, '$1');
  if (path === pages.home.path) {
    announceFormType(kind);
    setTimeout(() => {
      const top = document.documentElement.scrollHeight;
      scrollTo({ top, behavior: scrollBehavior() });
      focusForm(anchors.waitlistForm, top - innerHeight);
    }, scrollToBottomDelayMs);
  } else if (path === waitlistPath[kind]) {
    revealForm(anchors.waitlistForm);
  } else {
    location.assign(waitlistFormHref(kind));
  }
}
