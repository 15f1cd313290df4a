/** An element as a person would name it: its role and its accessible name. */
export interface Target {
  role: 'button' | 'submit button' | 'link' | 'menuitem' | 'heading' | 'dialog' | 'field';
  /** Of a field: the `name` under which it is sent. Without one, the first that is shown. */
  name?: string;
  /** A selector of the part of the page that it stands in; without one, the whole page. */
  within?: string;
}

/**
 * The first element that is shown and fits. It runs in the page, so it refers to nothing outside itself.
 */
export function findTarget({ role, name, within }: Target): HTMLElement | undefined {
  const selectors = {
    button: 'button, [role=button]',
    'submit button': 'main form[method=post] button[type=submit]',
    link: 'a[href]:not([role])',
    menuitem: '[role=menuitem]',
    heading: 'h1, h2, h3',
    dialog: 'dialog',
    field: 'input, textarea',
  };
  const textOf = (element: Element | null | undefined) =>
    element?.textContent?.replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: HTMLElement) => {
    if (role === 'field') return element.getAttribute('name');
    const labelledBy = element.getAttribute('aria-labelledby');
    return (
      element.getAttribute('aria-label') ?? textOf(labelledBy ? document.getElementById(labelledBy) : element)
    );
  };
  const scope = within === undefined ? document : document.querySelector(within);
  return [...(scope?.querySelectorAll<HTMLElement>(selectors[role]) ?? [])].find(
    (element) =>
      (name === undefined || nameOf(element) === name) &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}
