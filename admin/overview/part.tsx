import type { ReactNode } from 'react';
import { Empty } from '../ui/empty.tsx';

interface PartProps {
  name: string;
  title: string;
  /** What is said when there is nothing to show yet. */
  empty?: string | false;
  children: ReactNode;
}

/** A part of the overview with its heading. */
export function Part({ name, title, empty, children }: PartProps) {
  const titleId = `${name}-title`;
  return (
    <section className={`stack overview-${name}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {empty ? <Empty title={empty} /> : children}
    </section>
  );
}
