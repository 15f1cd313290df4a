import { type Channel, channelTable } from '#contract/channels.ts';
import { useChange } from '../api/change.ts';
import { notifyMoved } from '../api/notices.ts';
import { Button } from './button.tsx';

interface RetryButtonProps {
  channel: Channel;
  /** One submission only, or its applicant's letter; missing: everything on the channel. */
  about?: string;
  children?: string;
}

/** Makes what is parked or waits due now. */
export function RetryButton({ channel, about, children = 'Retry' }: RetryButtonProps) {
  const retry = useChange('retry', { onDone: notifyMoved('is due now', channelTable[channel].nouns) });
  return (
    <Button onClick={() => retry.run({ channel, about: about ?? null })} isPending={retry.isPending}>
      {children}
    </Button>
  );
}
