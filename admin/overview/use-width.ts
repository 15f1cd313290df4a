import { useCallback, useState } from 'react';

/** Width of an element in CSS pixels, as it changes; 0 until it is known. */
export function useWidth<E extends HTMLElement>(): [
  ref: (element: E | null) => (() => void) | undefined,
  width: number,
] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
