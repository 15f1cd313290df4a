import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pageToasts, type Toast } from '#site/islands/toasts/toast-store.ts';
import { Icon } from '#site/ui/icon.tsx';

/** Long enough to read two short sentences twice. */
const successShownMs = 8_000;

const none: readonly Toast[] = [];

/**
 * The page's toasts, in a live region that is in the HTML from the start: one that came with its
 * first message would not be announced. Renders a `<div role="status">`.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(pageToasts.subscribe, pageToasts.read, () => none);
  const [paused, setPaused] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const isShown = toasts.length > 0;
  useEffect(() => (isShown && region.current ? followWindow(region.current) : undefined), [isShown]);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const dismissOnEscape = ({ key, isComposing }: KeyboardEvent) => {
      // It closes what is open above the toast first. `:is`, because Safari before 17 knows no popovers.
      if (key !== 'Escape' || isComposing || document.querySelector(':is(dialog[open], :popover-open)'))
        return;
      dismiss(newest);
    };
    addEventListener('keydown', dismissOnEscape);
    return () => removeEventListener('keydown', dismissOnEscape);
  }, [newest]);
  return (
    <div
      ref={region}
      className="toasts"
      role="status"
      aria-atomic="false"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={paused} />
      ))}
    </div>
  );
}

/**
 * Keeps an element that is fixed at the window's foot in the part of the window that is seen, and at its size, when
 * the page is zoomed by pinching or a keyboard covers a part. Tells the style sheet how high it is, so that the page
 * can be scrolled until nothing of it is behind it. @returns ends it
 */
function followWindow(element: HTMLElement): () => void {
  const end = new AbortController();
  const seen = window.visualViewport;
  const place = () => {
    if (!seen) return;
    const below = document.documentElement.clientHeight - seen.offsetTop - seen.height;
    const isWhole = seen.scale === 1 && Math.abs(below) < 1;
    element.style.transform = isWhole
      ? ''
      : `translate(${seen.offsetLeft}px, ${-below}px) scale(${1 / seen.scale})`;
  };
  place();
  seen?.addEventListener('resize', place, { signal: end.signal });
  seen?.addEventListener('scroll', place, { signal: end.signal });
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--toasts-height', `${element.offsetHeight}px`),
  );
  observer.observe(element);
  return () => {
    end.abort();
    observer.disconnect();
  };
}

/** @param isByPointer a click by a pointer does not move the page */
function dismiss(id: number, isByPointer = false): void {
  const hadFocus = document.activeElement?.closest('.toast') != null;
  pageToasts.dismiss(id);
  if (!hadFocus && !isByPointer) return;
  // The dismiss button is removed with the toast, so the focus returns to where the toast came from, not to the
  // page's top.
  const origin =
    document.querySelector<HTMLElement>('.success button') ??
    document.querySelector<HTMLElement>('main [type=submit]');
  origin?.focus({ preventScroll: isByPointer });
}

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const { id, title, description, destructive } = toast;
  useEffect(() => {
    if (destructive || paused) return;
    const timer = setTimeout(() => pageToasts.dismiss(id), successShownMs);
    return () => clearTimeout(timer);
  }, [id, destructive, paused]);

  return (
    <div className="toast" data-variant={destructive ? 'destructive' : 'default'}>
      <div className="toast-words">
        <p className="toast-title">{title}</p>
        <p>{description}</p>
      </div>
      <button
        type="button"
        className="toast-dismiss"
        // Read out with the toast, whose title would be said twice.
        aria-label="Dismiss"
        onClick={({ detail }) => dismiss(id, detail > 0)}
      >
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
