import { anchors, pages, scrollToBottomDelayMs, waitlistFormHref, waitlistPath } from '#contract/pages.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { announceFormType } from '#site/islands/join-menu/form-type.ts';
import { focusForm, revealForm, scrollBehavior } from '#site/islands/reveal-form/reveal-form.ts';

/** What choosing a kind in a join menu does: depends on the page that it is chosen on. */
export function chooseJoin(kind: WaitlistKind, win: Window = window): void {
  const path = win.location.pathname.replace(/(.)\/$/, '$1');
  if (path === pages.home.path) {
    announceFormType(kind, win);
    win.setTimeout(() => {
      const top = win.document.documentElement.scrollHeight;
      win.scrollTo({ top, behavior: scrollBehavior(win) });
      focusForm(anchors.waitlistForm, win, top - win.innerHeight);
    }, scrollToBottomDelayMs);
  } else if (path === waitlistPath[kind]) {
    revealForm(anchors.waitlistForm, win);
  } else {
    win.location.assign(waitlistFormHref(kind));
  }
}
