const key = 'wanted-view';

/** The view to come back to when signing in leads to another site. */
export const keepWantedView = (): void => sessionStorage.setItem(key, location.hash);

export function restoreWantedView(): void {
  const wanted = sessionStorage.getItem(key);
  if (wanted === null) return;
  sessionStorage.removeItem(key);
  if (location.hash === '' || location.hash === '#/') history.replaceState(null, '', wanted);
}
