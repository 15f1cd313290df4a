import { maxSourceCharacters, sourceParameters, sourceParts } from '#contract/visit-source.ts';

/** In the tab's own storage: it ends with the tab, and no request carries it. */
const storageKey = 'visit-source';

/**
 * Keeps for the tab what led the visitor to the first page of this visit, where the browser lets pages store something.
 *
 * @returns it, as the header takes it; empty when it is not known
 */
export function keepSource(): string {
  const found = readAddress();
  try {
    const kept = sessionStorage.getItem(storageKey) ?? found;
    if (kept !== '') sessionStorage.setItem(storageKey, kept);
    return kept;
  } catch {
    return found;
  }
}

function readAddress(): string {
  const given = new URLSearchParams(location.search);
  const parts = new URLSearchParams();
  for (const part of sourceParts) {
    const value = given.get(sourceParameters[part]) || (part === 'source' && refererHost());
    if (value) parts.set(sourceParameters[part], value.slice(0, maxSourceCharacters));
  }
  return parts.toString();
}

/** Of the page before; empty when that was one of ours, or the browser does not say. */
function refererHost(): string {
  const host = document.referrer && new URL(document.referrer).hostname;
  return host === location.hostname ? '' : host;
}
