import { Link } from '@tanstack/react-router';
import type { ChannelState } from '#contract/answers.ts';
import { channelTitle, isSubmissionChannel } from '#contract/channels.ts';
import { mostCounted, type Overview } from '#contract/console-answers.ts';
import { useChange } from '../api/change.ts';
import { notifyMoved } from '../layout/notices.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { describeDuration } from './funnel.tsx';

/** What waits to be sent, was refused or is halted, and the buttons to try again. */
export function Channels({ overview: { channels } }: { overview: Overview }) {
  return (
    <section className="overview-sending" aria-labelledby="sending-title">
      <h2 id="sending-title">Sending</h2>
      {channels.map((channel) =>
        channel.channel === 'letters' ? (
          <LettersCard key={channel.channel} letters={channel} />
        ) : (
          <ChannelCard key={channel.channel} channel={channel} />
        ),
      )}
    </section>
  );
}

function ChannelCard({ channel }: { channel: ChannelState }) {
  const retry = useChange('retryChannel', { onDone: notifyMoved('is due now', ['message', 'messages']) });
  const onRetry = () => retry.run({ channel: channel.channel });
  const canRetry = channel.haltedReason !== null || channel.parked > 0;
  return (
    <div className="sending">
      <h3>{channelTitle(channel.channel)}</h3>
      <dl className="counts">
        <Count name="Waiting" value={channel.waiting} />
        {isSubmissionChannel(channel.channel) ? (
          <>
            <div>
              <dt>
                <Link to="/held" search={{ state: 'parked' }}>
                  Parked
                </Link>
              </dt>
              <dd>{describeCount(channel.parked)}</dd>
            </div>
            <div>
              <dt>
                <Link to="/held">Quarantined</Link>
              </dt>
              <dd>{describeCount(channel.quarantined)}</dd>
            </div>
          </>
        ) : (
          <Count name="Parked" value={channel.parked} />
        )}
      </dl>
      {channel.oldestWaitingAgeMs !== null && channel.waiting > 0 && (
        <p className="muted">The oldest has waited {describeDuration(channel.oldestWaitingAgeMs)}.</p>
      )}
      {channel.haltedReason !== null ? (
        <FailureNote reason={channel.haltedReason} onRetry={onRetry} isRetrying={retry.isPending} />
      ) : (
        canRetry && (
          <Button onClick={onRetry} isPending={retry.isPending}>
            Retry what is parked
          </Button>
        )
      )}
    </div>
  );
}

function LettersCard({ letters }: { letters: ChannelState }) {
  const retry = useChange('retryChannel', { onDone: notifyMoved('is due now', ['letter', 'letters']) });
  const onRetry = () => retry.run({ channel: letters.channel });
  return (
    <div className="sending">
      <h3>{channelTitle(letters.channel)}</h3>
      <dl className="counts">
        <Count name="Sent" value={letters.delivered} />
        <Count name="Queued" value={letters.waiting} />
        <Count name="Failed" value={letters.parked} />
      </dl>
      {letters.haltedReason !== null ? (
        <FailureNote reason={letters.haltedReason} onRetry={onRetry} isRetrying={retry.isPending} />
      ) : (
        letters.parked > 0 && (
          <Button onClick={onRetry} isPending={retry.isPending}>
            Retry what failed
          </Button>
        )
      )}
    </div>
  );
}

const describeCount = (count: number): string =>
  count > mostCounted ? `over ${mostCounted.toLocaleString('en')}` : count.toLocaleString('en');

const Count = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{describeCount(value)}</dd>
  </div>
);
