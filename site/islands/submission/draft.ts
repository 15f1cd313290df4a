import { formTypeEvent } from '#contract/pages.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { lastFormType } from '#site/islands/join-menu/form-type.ts';

const formIsland = '[data-island$=Form]';

/** In the tab's own storage, by page: it ends with the tab, and no request carries it. */
const storageKey = () => `draft ${location.pathname}`;

/** What was typed into the page's form and is not sent, by the names of the fields of both kinds; and the chosen kind. */
let draft: Readonly<Record<string, string>> = {};

/** The kind of form that was chosen, on this page or before it was loaded again; undefined where none was. */
export const chosenFormType = (): WaitlistKind | undefined =>
  lastFormType() ?? waitlistKinds.find((kind) => kind === draft['formType']);

function write(changed: typeof draft): void {
  draft = changed;
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(draft));
  } catch {
    // The browser lets pages store nothing: it is kept as long as the page is open.
  }
}

export const dropDraft = (): void => write({});

/** What was typed, by the names of the fields. */
export const readTyped = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));

/** Fills it into the fields that are there. What they hold was typed, or the browser has restored it. */
export function fillInDraft(): void {
  const controls = `${formIsland} :is(input:not([type=hidden]), textarea)`;
  for (const control of document.querySelectorAll<HTMLInputElement>(controls)) {
    const typed = draft[control.name];
    if (typed && control.value === '') control.value = typed;
  }
}

/** Keeps what is in the fields now. */
export function noteTyped(): void {
  const form = document.querySelector<HTMLFormElement>(`${formIsland} form`);
  if (form) write({ ...draft, ...readTyped(new FormData(form)), formType: chosenFormType() ?? '' });
}

/**
 * Keeps what is typed into the page's form until it is sent, and fills it in again in a tab that was discarded or
 * reloaded, or that comes back.
 */
export function keepDraft(): void {
  const island = document.querySelector(formIsland);
  if (!island) return;
  try {
    draft = JSON.parse(sessionStorage.getItem(storageKey()) ?? '{}');
  } catch {}
  fillInDraft();
  // In a page that it has kept WebKit empties the fields without autofill, in a task after the event.
  addEventListener('pageshow', () => setTimeout(fillInDraft));
  island.addEventListener('input', noteTyped);
  // Before the form becomes one of the other kind.
  addEventListener(formTypeEvent, noteTyped);
}
