import { type ComponentType, createElement, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { islands } from '#site/islands/registry.ts';

/** Hydrates every element that `Island` marked, forms first: they are what a visitor comes to use. */
export function hydrateIslands(page: Document = document): void {
  const marked = [...page.querySelectorAll<HTMLElement>('[data-island]')];
  const holdsForm = (element: HTMLElement) => element.dataset['island']?.endsWith('Form') === true;
  for (const element of marked.sort((a, b) => Number(holdsForm(b)) - Number(holdsForm(a)))) {
    const { island, props } = element.dataset;
    const Component = islands[island as keyof typeof islands] as ComponentType<object>;
    // With what has been typed by now: a clone of a control has its value.
    const asSent = [...element.childNodes].map((node) => node.cloneNode(true));
    // A transition is rendered in slices, so that a press in between is answered.
    startTransition(() => {
      const root = hydrateRoot(element, createElement(Component, JSON.parse(props ?? '{}')), {
        // React empties an island whose code throws. As the server sent it, it works without scripts.
        onUncaughtError(error) {
          console.error(`${island} works without scripts from now on:`, error);
          setTimeout(() => {
            root.unmount();
            element.replaceChildren(...asSent);
          });
        },
      });
    });
  }
}
