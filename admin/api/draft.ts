import { useEffect } from 'react';
import { useSession } from './session.ts';
import { createValue, useValue } from './value.ts';

/**
 * What was typed and is not stored yet, by who typed it and for what. In the tab's storage, so that it is there
 * again after signing in anew. It is cleared when it was stored, and by signing out.
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

export interface Draft {
  text: string;
  set(text: string): void;
  /** It is cleared, unless more was typed meanwhile. */
  onStored(stored: string): void;
}

/** The browser asks before it leaves the page with it. */
export function useDraft(about: string): Draft {
  const key = `${useSession().name} ${about}`;
  const text = useValue(drafts)[key] ?? '';
  const isWritten = text.trim() !== '';
  useEffect(() => {
    if (!isWritten) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWritten]);
  const set = (typed: string) => write({ ...drafts.get(), [key]: typed });
  return {
    text,
    set,
    onStored(stored) {
      if (drafts.get()[key]?.trim() === stored) set('');
    },
  };
}
