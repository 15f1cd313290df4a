/** Ends when the document, its styles and the first screen's picture are there, and the browser has nothing to do. */
export async function firstScreenComplete(page: Document = document, win: Window = window): Promise<void> {
  if (page.readyState !== 'complete') await new Promise((resolve) => win.addEventListener('load', resolve));
  // Safari has no idle callbacks.
  await new Promise<unknown>((resolve) => (win.requestIdleCallback ?? win.setTimeout)(resolve));
}
