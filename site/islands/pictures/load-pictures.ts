/**
 * Lets the pictures below the first screen load, and fetches them one after the other in their order, so that a page
 * is complete before it is scrolled. For a visitor who asks to save data each is loaded when it is reached.
 */
export async function loadPictures(): Promise<void> {
  document.documentElement.classList.remove('pictures-wait');
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // A prerendered page that nobody has visited yet fetches none.
  if ('prerendering' in document && document.prerendering) await once(document, 'prerenderingchange');
  const pictures = [...document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')];
  // Only pictures that are shown at this width. All are measured first: once one has arrived, measuring costs a
  // layout.
  for (const picture of pictures.filter(isShown)) {
    picture.loading = 'eager';
    if (!picture.complete) await once(picture, 'load', 'error');
  }
}

/** Not by `checkVisibility`, which Safari has from 17.4 on. */
const isShown = (picture: HTMLImageElement): boolean => picture.getClientRects().length > 0;

const once = (target: EventTarget, ...events: string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve(), { once: true });
  });
