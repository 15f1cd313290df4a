type Control = HTMLInputElement | HTMLTextAreaElement;

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const isSelectable = (control: Element): control is Control =>
  // Null of an email: it has a selection, which scripts may not read.
  isControl(control) && control.selectionStart !== null;

/**
 * Remembers the controls of an element's forms and where the focus is. React renders an island again when something
 * has changed its markup before the scripts came: a password manager's icon, a grammar tool's element, a translation.
 * A control that was removed from the document keeps its value and its selection.
 * @returns puts them into the new controls of the same name, with the focus; call it in the task in which the old
 * ones were
 * removed
 */
export function keepTyped(element: HTMLElement): () => void {
  const controls = new Map<string, Control>();
  let focused: Element | null = null;

  const note = (target: unknown) => {
    if (isControl(target) && target.type !== 'hidden') controls.set(target.name, target);
  };
  const noteFocus = () => {
    const { activeElement } = document;
    focused = element.contains(activeElement) ? activeElement : null;
    note(focused);
  };
  for (const control of controlsIn(element)) note(control);
  noteFocus();
  element.addEventListener('input', ({ target }) => note(target));
  element.addEventListener('focusin', noteFocus);
  // Later: a browser may say that a control which is being removed loses the focus.
  element.addEventListener('focusout', () => queueMicrotask(noteFocus));

  return () => {
    const lost = focused?.isConnected === false ? focused : null;
    for (const control of controlsIn(element)) {
      const former = controls.get(control.name);
      if (former === undefined || former === control) continue;
      control.value = former.value;
      if (lost === former) {
        control.focus({ preventScroll: true });
        if (isSelectable(former) && isSelectable(control)) {
          const { selectionStart, selectionEnd, selectionDirection } = former;
          control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
        }
      }
      note(control);
    }
    if (lost === null || isControl(lost)) return;
    const alike = [...element.querySelectorAll<HTMLElement>(lost.localName)];
    alike.find(({ className }) => className === lost.className)?.focus({ preventScroll: true });
  };
}

const controlsIn = (element: HTMLElement) =>
  element.querySelectorAll<Control>('input:not([type=hidden]), textarea');
