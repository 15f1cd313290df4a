/**
 * Fetches the pictures below the first screen once everything else has arrived, one after the other in their
 * order, so that a page is complete without having been scrolled. A visitor who asks to save data gets each
 * as it is reached.
 */
export async function loadPictures(page: Document = document, win: Window = window): Promise<void> {
  const { connection } = win.navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // A page that is only prepared, in case it is visited, fetches none.
  if ('prerendering' in page && page.prerendering) await once(page, 'prerenderingchange');
  if (page.readyState !== 'complete') await once(win, 'load');
  for (const picture of page.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) {
    // Not shown at this width.
    if (!picture.checkVisibility()) continue;
    picture.loading = 'eager';
    if (!picture.complete) await once(picture, 'load', 'error');
  }
}

const once = (target: EventTarget, ...events: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve(), { once: true });
  });
