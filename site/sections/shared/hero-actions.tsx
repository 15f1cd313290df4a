import type { ReactNode } from 'react';
import { InvitationNote } from '#site/sections/shared/invitation-note.tsx';
import './hero-actions.css';

/** A hero's button (`children`) with the invitation note beside it. Renders a `<div>`. */
export function HeroActions({ children }: { children: ReactNode }) {
  return (
    <div className="hero-actions">
      {children}
      <InvitationNote />
    </div>
  );
}
