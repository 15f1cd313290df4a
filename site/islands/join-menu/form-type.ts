import { formTypeEvent } from '#contract/pages.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { isPlainClick } from '#site/islands/is-plain-click.ts';

let last: WaitlistKind | undefined;

/** The kind that the page-wide event named last. It may have come before the form was hydrated. */
export const lastFormType = (): WaitlistKind | undefined => last;

export function announceFormType(kind: WaitlistKind): void {
  dispatchEvent(new CustomEvent(formTypeEvent, { detail: kind }));
}

/** @returns the kind that an event names; undefined for whatever else its detail is */
export function readFormType(event: Event): WaitlistKind | undefined {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  return waitlistKinds.find((kind) => kind === detail);
}

/**
 * Stores the kind that the event names, and lets the links with `data-form-type` dispatch it in place of leading to
 * another page's form, before the form is hydrated and after.
 */
export function setUpFormType(): void {
  addEventListener(formTypeEvent, (event) => {
    last = readFormType(event) ?? last;
  });
  document.addEventListener('click', (event) => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLElement>('[data-form-type]');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    announceFormType(link.dataset['formType'] as WaitlistKind);
  });
}
