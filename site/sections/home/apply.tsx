import type { ReactNode } from 'react';
import { Coupe } from '#site/art/coupe.tsx';
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
        aside={<Coupe again className="apply-coupe" />}
        lede="Creator or venue, it is one short form. We write to you when there is something to say."
      >
        {children}
      </Apply>
    </div>
  );
}
