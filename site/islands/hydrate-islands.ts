import { type ComponentType, createElement, type ReactNode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { ContactForm } from '#site/islands/contact-form/contact-form.tsx';
import { keepFocus } from '#site/islands/keep-focus.ts';
import { cleanTypedEmail } from '#site/islands/submission/clean-typed-email.ts';
import { fillInDraft, noteTyped } from '#site/islands/submission/draft.ts';
import { showOutcome } from '#site/islands/submission/told-outcome.ts';
import { Toasts } from '#site/islands/toasts/toasts.tsx';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';

/** Every component that can be hydrated, by the name in its `data-island` attribute. */
const islands = { ContactForm, Toasts, WaitlistForm };
export type Islands = typeof islands;

export function hydrateIslands(): void {
  cleanTypedEmail();
  // Something may have been typed before this script came.
  noteTyped();
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island, props } = element.dataset;
    const Component = islands[island as keyof typeof islands] as ComponentType<object>;
    // As text, because a copied field would keep what it held now in place of what is typed until then.
    const asSent = element.innerHTML;
    const giveFocusBack = keepFocus(element);
    const onCommit = () => {
      fillInDraft();
      giveFocusBack();
      showOutcome();
    };
    // A transition is rendered in slices, so that a press in between is answered.
    startTransition(() => {
      const content = createElement(Component, JSON.parse(props ?? '{}'));
      const root = hydrateRoot(element, createElement(Hydrated, { onCommit }, content), {
        // React empties an island whose code throws. The server's markup, which works without scripts, is put back.
        onUncaughtError(error) {
          console.error(`${island} works without scripts from now on:`, error);
          setTimeout(() => {
            root.unmount();
            element.innerHTML = asSent;
            onCommit();
          });
        },
      });
    });
  }
}

/** Calls back in the task in which React has taken over the island's markup, or replaced it by its own. */
function Hydrated({ onCommit, children }: { onCommit: () => void; children?: ReactNode }) {
  useLayoutEffect(onCommit, [onCommit]);
  return children;
}
