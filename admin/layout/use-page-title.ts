import { useEffect, useRef } from 'react';
import { brand } from '#contract/brand.ts';
import { announce } from './live-region.tsx';

/** The first view after the document was loaded: a browser reads its title by itself. */
let isFirst = true;

/**
 * Titles the document, and moves the focus to the view's heading when the view was reached from another:
 * what a browser does when it loads a page.
 * @returns the heading's attributes
 */
export function usePageTitle(title: string) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brand.name} console`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) {
      ref.current?.focus({ preventScroll: true });
      announce('');
    }
    isFirst = false;
  }, []);
  return { ref, tabIndex: -1 } as const;
}
