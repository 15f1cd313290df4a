import { useSyncExternalStore } from 'react';

/** A value that components read with `useValue`, and that any code may set. */
export interface Value<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createValue<T>(initial: T): Value<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useValue = <T>({ subscribe, get }: Value<T>): T => useSyncExternalStore(subscribe, get);
