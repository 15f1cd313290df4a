import type { ReactNode } from 'react';
import './first-screen.css';

interface FirstScreenProps {
  className: string;
  children: ReactNode;
  /** Pictures that stand outside the flow: printed a frame after the words, so that these need not wait. */
  art?: ReactNode;
  /** `children` bear the mark themselves: what follows it there is not waited for. */
  marked?: boolean;
}

/** A page's first section. Renders a `<section>` named by the page's headline. */
export function FirstScreen({ className, children, art, marked = false }: FirstScreenProps) {
  return (
    <section className={className} aria-labelledby="hero-heading">
      {children}
      {!marked && <FirstScreenMark />}
      {art}
    </section>
  );
}

/** What the document waits for before it paints: a first screen that is half read would move. */
export const FirstScreenMark = () => <template id="first-screen" />;
