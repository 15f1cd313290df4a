import type { ReactNode } from 'react';
import { Apply } from '#site/sections/shared/apply.tsx';

interface CreatorsApplyProps {
  /** The card that takes the handle as it is typed. */
  card?: ReactNode;
  children?: ReactNode;
}

/** The creators' form beside their card. */
export function CreatorsApply({ card, children }: CreatorsApplyProps) {
  return (
    <Apply
      heading={
        <>
          Your name <em className="accent">here.</em>
        </>
      }
      lede="Type your handle. See how it looks in red."
      aside={<div className="apply-card">{card}</div>}
      isAsideSmall
    >
      {children}
    </Apply>
  );
}
