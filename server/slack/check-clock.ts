/** Slack's signature of a click is valid for five minutes by this machine's clock. */
const clockToleranceMs = 2 * 60_000;

/** Compares with the `Date` of an answer of Slack; `onClockOff` is told when the difference matters. */
export function checkClock(
  { date }: { date: string | null },
  onClockOff: ((aheadMs: number) => void) | undefined,
): void {
  const aheadMs = Date.now() - Date.parse(date ?? '');
  if (Math.abs(aheadMs) > clockToleranceMs) onClockOff?.(aheadMs);
}

/** What a clock that is off means, and what to do. */
export function describeClockOff(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `This machine's clock is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack's: clicks on buttons are refused when it is five minutes off. Set it by the network (timedatectl set-ntp true).`;
}
