import { describeTold, type Told } from '#contract/told.ts';
import { useSession } from '../api/session.ts';
import { formatTime } from './time.tsx';

/**
 * Whether who is invited or declined knows it: when they were told, or will be. Renders nothing of who was not told
 * where letters are not set up: the team tells them in its own way.
 */
export function ToldMark({ told }: { told: Told }) {
  const { timeZone, sendsLetters } = useSession();
  if (told.telling === 'not-told' && !sendsLetters) return null;
  return <span>{describeTold(told, (atMs) => formatTime(atMs, timeZone))}</span>;
}
