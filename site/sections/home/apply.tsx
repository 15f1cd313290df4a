import type { ReactNode } from 'react';
import { Rosette } from '#site/art/rosette.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The end of the home page: the form for both kinds, as `children`. */
export function HomeApply({ children }: { children?: ReactNode }) {
  return (
    <div className="paper">
      <Apply
        heading={
          <>
            Ask to be <em className="accent">let in.</em>
          </>
        }
        aside={<Rosette of="hero-rosette" className="apply-figure" />}
        lede="Creator or venue, it is one short form. We write to you when there is something to say."
      >
        {children}
      </Apply>
    </div>
  );
}
