import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ChannelState } from '#contract/answers.ts';
import { channelTable, isSubmissionChannel } from '#contract/channels.ts';
import { describeCount } from '#contract/console-calls.ts';
import { describeDuration } from '#contract/texts.ts';
import type { Overview } from '../api/queries.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { RetryButton } from '../ui/retry-button.tsx';
import { Time } from '../ui/time.tsx';
import { CameBackButton } from './came-back-dialog.tsx';
import { Part } from './part.tsx';

/** What waits to be sent, was refused or is halted, and the buttons to try again. */
export function Channels({ overview: { channels, nextLetters } }: { overview: Overview }) {
  return (
    <Part name="sending" title="Sending">
      {channels.map((channel) => (
        <ChannelCard key={channel.channel} channel={channel}>
          {channel.channel === 'letters' &&
            nextLetters.map(({ atMs, count }) => (
              <p key={atMs}>
                {describeCount(count)} on <Time atMs={atMs} />
              </p>
            ))}
          {channel.channel === 'letters' && <CameBackButton />}
        </ChannelCard>
      ))}
    </Part>
  );
}

const parkedLink = (
  <Link to="/held" search={{ state: 'parked' }}>
    Parked
  </Link>
);

function ChannelCard({
  channel: { channel, ...state },
  children,
}: {
  channel: ChannelState;
  children: ReactNode;
}) {
  const { waiting, delivered, parked, quarantined, haltedReason, oldestWaitingAgeMs } = state;
  const areListed = isSubmissionChannel(channel);
  // Nothing else in the console shows what of these was sent. A change is deleted once it is made.
  const countsDelivered = !areListed && channel !== 'changes';
  return (
    <div className="stack sending">
      <h3>{channelTable[channel].title}</h3>
      <dl className="row counts">
        {countsDelivered && <Count name="Delivered" value={delivered} />}
        <Count name="Waiting" value={waiting} />
        <Count name={areListed ? parkedLink : 'Parked'} value={parked} />
        {areListed && <Count name={<Link to="/held">Quarantined</Link>} value={quarantined} />}
      </dl>
      {children}
      {channel !== 'letters' && oldestWaitingAgeMs !== null && waiting > 0 && (
        <p className="muted">The oldest has waited {describeDuration(oldestWaitingAgeMs)}.</p>
      )}
      {haltedReason !== null && (
        <FailureNote reason={haltedReason}>
          <RetryButton channel={channel} />
        </FailureNote>
      )}
      {haltedReason === null && parked > 0 && (
        <RetryButton channel={channel}>Retry what is parked</RetryButton>
      )}
    </div>
  );
}

const Count = ({ name, value }: { name: ReactNode; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{describeCount(value)}</dd>
  </div>
);
