import type { ReactNode } from 'react';

/**
 * A page's first section. Renders a `<section>` named by the page's headline and, behind it, the mark
 * that the document waits for before it paints: a first screen that is half read would move.
 */
export function FirstScreen({ className, children }: { className: string; children: ReactNode }) {
  return (
    <>
      <section className={className} aria-labelledby="hero-heading">
        {children}
      </section>
      <template id="first-screen" />
    </>
  );
}
