import { anchors } from '#contract/pages.ts';
import { isPlainClick } from '#site/islands/is-plain-click.ts';
import { revealForm } from '#site/islands/reveal-form/reveal-form.ts';

/** Takes over the page's own links to a form, which work without it, so that the focus follows the scroll. */
export function followFormLinks(): void {
  document.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    const id = Object.values(anchors).find(
      (anchor) => event.target instanceof Element && event.target.closest(`a[href="#${anchor}"]`),
    );
    if (id === undefined || event.defaultPrevented) return;
    event.preventDefault();
    revealForm(id);
  });
}
