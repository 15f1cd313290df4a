import { texts } from '#contract/texts.ts';
import './invitation-note.css';

/** The invitation note of the heroes and the forms. Renders a `<p>`. */
export function InvitationNote({ className = '' }: { className?: string }) {
  const [first, second] = texts.invitationOnly.split(/(?<=\.) /);
  return (
    <p className={`door-note ${className}`}>
      <span className="line">{first}</span> <span className="line">{second}</span>
    </p>
  );
}
