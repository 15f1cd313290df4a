import { useEffect } from 'react';
import { useSession } from './session.ts';
import { createValue, useValue } from './value.ts';

/**
 * Text that was typed and is not stored yet, by author and purpose. It is kept in the tab's storage, so that it is
 * there again after a new sign-in. Storing it and signing out clear it.
 */
const storageKey = 'drafts';
const drafts = createValue<Readonly<Record<string, string>>>(
  JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'),
);

function write(changed: Readonly<Record<string, string>>): void {
  const kept = Object.fromEntries(Object.entries(changed).filter(([, text]) => text !== ''));
  drafts.set(kept);
  sessionStorage.setItem(storageKey, JSON.stringify(kept));
}

export const hasDrafts = (): boolean => Object.values(drafts.get()).some((text) => text.trim() !== '');
export const clearDrafts = (): void => write({});

/** What was typed, without space around it. */
export interface Note {
  text: string;
  onStored(): void;
}

export type Draft = ReturnType<typeof useDraft>;

/** The browser asks before it leaves the page with unsaved text. */
export function useDraft(about: string) {
  const key = `${useSession().name} ${about}`;
  const text = useValue(drafts)[key] ?? '';
  const trimmed = text.trim();
  const isWritten = trimmed !== '';
  useEffect(() => {
    if (!isWritten) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWritten]);
  const set = (typed: string) => write({ ...drafts.get(), [key]: typed });
  /** Clears it, unless more was typed meanwhile. */
  const onStored = (stored: string) => {
    if (drafts.get()[key]?.trim() === stored) set('');
  };
  /** null: there is nothing but space. */
  const note: Note | null = isWritten ? { text: trimmed, onStored: () => onStored(trimmed) } : null;
  return { text, set, onStored, note };
}
