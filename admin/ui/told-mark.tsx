import { describeTold, type Told } from '#contract/told.ts';
import { formatTime } from '../api/format-time.ts';
import { useSession } from '../api/session.ts';

/**
 * Says when an invited or declined person was told, or will be. Without letters set up it renders nothing for
 * somebody who was not told: the team tells them in its own way.
 */
export function ToldMark({ told }: { told: Told }) {
  const { timeZone, sendsLetters } = useSession();
  if (told.status === 'not-told' && !sendsLetters) return null;
  return <span>{describeTold(told, (atMs) => formatTime(atMs, timeZone))}</span>;
}
