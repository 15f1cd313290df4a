export interface Toast {
  id: number;
  title: string;
  description: string;
  /** A failure stays until it is dismissed; a success disappears by itself. */
  destructive: boolean;
}

/** Toasts on show, oldest first. Islands share no React context, so this stands outside of React. */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const replace = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    /** @returns the id to dismiss it by. */
    show(toast: Omit<Toast, 'id'>): number {
      lastId += 1;
      replace([...toasts, { ...toast, id: lastId }]);
      return lastId;
    },
    dismiss(id: number | undefined): void {
      if (toasts.some((toast) => toast.id === id)) replace(toasts.filter((toast) => toast.id !== id));
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: (): readonly Toast[] => toasts,
  };
}

export const pageToasts = createToastStore();
