/**
 * Runs in the page, alone: comes near its form with a pointer, and tells whether every script of the page handles what
 * is done to it.
 */
export function isHydrated(): boolean {
  if (document.readyState !== 'complete') return false;
  // The last script takes it away: the one of the bill and the cards.
  if (document.documentElement.classList.contains('pictures-wait')) return false;
  const form = document.querySelector('[data-island$=Form]');
  if (!form) return true;
  form.dispatchEvent(new Event('pointerover'));
  return [...document.querySelectorAll('[data-island]')].every((island) =>
    // React marks an element when it has taken it over.
    Object.keys(island.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
  );
}
