import { useEffect } from 'react';
import { createValue } from '../api/value.ts';

const storageKey = 'single-keys';

/** Whether single keys work. People who dictate, or press keys by accident, turn them off (WCAG 2.1.4). */
export const singleKeys = createValue(localStorage.getItem(storageKey) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  singleKeys.set(isOn);
}

// A held Enter would press a button again and again, or follow a link to the next view and press there.
document.addEventListener('keydown', (event) => {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault();
});

export type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Elements in which a key types or chooses something. */
const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

/** The first Escape empties a search. */
const isLeft = (field: HTMLElement) =>
  !(field instanceof HTMLInputElement && field.type === 'search' && field.value !== '') &&
  field.closest('dialog') === null;

/** Actions of single keys, by `KeyboardEvent.key`, as long as nothing modal is open. */
export function useKeys(actions: KeyActions): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!singleKeys.get() || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const field = event.target instanceof Element && event.target.closest<HTMLElement>(typing);
      if (field && event.key === 'Escape' && isLeft(field)) field.blur();
      // A key that is held down acts once.
      if (field || event.repeat) return;
      if (document.querySelector('dialog[open], :popover-open')) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
