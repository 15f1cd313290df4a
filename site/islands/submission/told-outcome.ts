let told = '';

/** What the fragment of every outcome ends with. */
const isOutcome = () => location.hash.endsWith('-sent');

/**
 * Takes the outcome of a form that the browser has posted by itself out of the address, so that it is told once. The
 * document's first script has taken out what is no answer to a form.
 * @returns whether there is one
 */
export function tellOutcome(): boolean {
  // Typed into the address of an open page: the element is shown until another fragment is navigated to.
  addEventListener('hashchange', () => isOutcome() && location.replace('#'));
  if (!isOutcome()) return false;
  told = location.hash.slice(1);
  showOutcome();
  // Not before the browser has scrolled to it.
  const { pathname, search } = location;
  addEventListener('load', () => setTimeout(() => history.replaceState(null, '', pathname + search)));
  return true;
}

/** Where React has rendered its element again, too, which is not the `:target` then. */
export const showOutcome = (): void => document.getElementById(told)?.removeAttribute('hidden');
