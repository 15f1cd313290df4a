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
    // A transition is rendered in slices, so that a press in between is answered.
    startTransition(() => {
      hydrateRoot(element, createElement(Component, JSON.parse(props ?? '{}')));
    });
  }
}
