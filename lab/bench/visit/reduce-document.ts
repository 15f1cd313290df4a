import type { Page } from 'playwright-core';

/** What can be taken out of a page's own document. */
export const parts = ['styles', 'art', 'scripts', 'fonts'] as const;
export type Part = (typeof parts)[number];

export interface Reduction {
  without: readonly Part[];
  /** HTML that replaces the form that is sent to a function, and what its document's head needs; absent: the form stays as it is. */
  form?: { html: string; head: string };
}

/** The page's own document without some of its parts, parsed and written by a browser's own parser. */
export function reduceDocument(page: Page, html: string, reduction: Reduction): Promise<string> {
  // The function runs in the browser, so it uses nothing from outside itself.
  return page.evaluate(
    ({ html, without, form }) => {
      const tree = new DOMParser().parseFromString(html, 'text/html');
      const remove = (selector: string) => {
        for (const element of tree.querySelectorAll(selector)) element.remove();
      };
      if (without.includes('styles')) {
        remove('style, link[rel=stylesheet]');
        for (const element of tree.querySelectorAll('[style]')) element.removeAttribute('style');
      }
      if (without.includes('art')) remove('svg, img, picture, link[rel=preload][as=image]');
      if (without.includes('scripts')) remove('script, link[rel=modulepreload]');
      if (without.includes('fonts')) {
        remove('link[rel=preload][as=font]');
        // A rule of an unknown name is ignored; everything else in the sheet stays as it is.
        for (const style of tree.querySelectorAll('style'))
          style.textContent = style.textContent.replaceAll('@font-face', '@unused-face');
      }
      // So that a document without its icon does not cause a request for /favicon.ico.
      remove('link[rel~=icon]');
      tree.head.insertAdjacentHTML('beforeend', `<link rel="icon" href="data:,">${form?.head ?? ''}`);
      const own = tree.querySelector('form[action^="/functions/"]');
      if (form && own) own.outerHTML = form.html;
      return `<!doctype html>${tree.documentElement.outerHTML}`;
    },
    { html, ...reduction },
  );
}
