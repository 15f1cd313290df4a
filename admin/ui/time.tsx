import { formatTime } from '#contract/format-time.ts';
import { representableMs } from '#contract/representable-time.ts';
import { useSession } from '../api/session.ts';

export function Time({ atMs }: { atMs: number }) {
  const { timeZone } = useSession();
  return <time dateTime={new Date(representableMs(atMs)).toISOString()}>{formatTime(atMs, timeZone)}</time>;
}
