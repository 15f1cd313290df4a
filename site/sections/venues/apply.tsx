import type { ReactNode } from 'react';
import { Rosette } from '#site/art/rosette.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The venues' form, as `children`. */
export function VenuesApply({ children }: { children?: ReactNode }) {
  return (
    <Apply
      heading={
        <>
          Reserve <em className="accent">your place.</em>
        </>
      }
      aside={<Rosette of="hero-rosette" className="apply-figure" />}
      lede="Tell us about the room. We will write to you about the rest."
    >
      {children}
    </Apply>
  );
}
