import { useEffect } from 'react';
import { hashScrollDelayMs } from '#contract/pages.ts';
import { revealForm } from '#site/islands/reveal-form/reveal-form.ts';

/**
 * Takes over the page's own links to `#id`, which work without it, so that the focus follows the
 * scroll. With `scrollsOnLoad`, a page opened at `#id` scrolls there once more after 500 ms, when fonts
 * and pictures no longer move the form.
 */
export function useRevealForm(id: string, { scrollsOnLoad }: { scrollsOnLoad: boolean }): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element && event.target.closest(`a[href="#${id}"]`);
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      revealForm(id);
    };
    document.addEventListener('click', follow);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const sinceLoadMs = visit?.loadEventStart ? performance.now() - visit.loadEventStart : 0;
      timer = setTimeout(() => revealForm(id), hashScrollDelayMs - sinceLoadMs);
    };
    // The scripts are here before the page has loaded, or after it: the time runs from the loading.
    if (scrollsOnLoad && location.hash === `#${id}`) {
      if (document.readyState === 'complete') wait();
      else addEventListener('load', wait);
    }
    return () => {
      document.removeEventListener('click', follow);
      removeEventListener('load', wait);
      clearTimeout(timer);
    };
  }, [id, scrollsOnLoad]);
}
