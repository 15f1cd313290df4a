/** What the page itself saw. Times in milliseconds since navigation began. */
export interface Observed {
  firstPaint: number;
  largestPaint: number;
  formReady: number;
  shift: number;
  longestTask: number;
  longTasks: number;
  interactions: { name: string; duration: number }[];
  clickedAt: number;
  toastAt: number;
}

/** Runs in the page before anything else does, so it stands for itself: no imports, no outer names. */
export function observe(): void {
  const seen: Observed = {
    firstPaint: 0,
    largestPaint: 0,
    formReady: 0,
    shift: 0,
    longestTask: 0,
    longTasks: 0,
    interactions: [],
    clickedAt: 0,
    toastAt: 0,
  };
  Object.assign(window, { seen });
  const watch = (type: string, use: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
      type,
      buffered: true,
      ...more,
    });

  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  watch('longtask', (entry) => {
    seen.longTasks += 1;
    seen.longestTask = Math.max(seen.longestTask, entry.duration);
  });
  watch(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming).interactionId) {
        seen.interactions.push({ name: entry.name, duration: entry.duration });
      }
    },
    { durationThreshold: 16 },
  );

  // React answers a form's submit once the tree that the form stands in is committed: its root is no
  // longer dehydrated. Asking by a submit event would send the form.
  const isHydrated = (element: Element): boolean => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
    let fiber = key === undefined ? null : Reflect.get(element, key);
    if (!fiber) return false;
    while (fiber.return) fiber = fiber.return;
    return fiber.stateNode?.current?.memoizedState?.isDehydrated === false;
  };
  const look = () => {
    const form = document.querySelector('form[action^="/functions/"]');
    if (form && isHydrated(form)) seen.formReady = performance.now();
    else setTimeout(look, 4);
  };
  setTimeout(look, 50);

  document.addEventListener(
    'click',
    () => {
      seen.clickedAt = performance.now();
      seen.toastAt = 0;
    },
    true,
  );
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      if (seen.toastAt === 0 && document.querySelector('.toast')) seen.toastAt = performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
}
