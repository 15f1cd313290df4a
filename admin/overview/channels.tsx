import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ChannelState } from '#contract/answers.ts';
import { type Channel, channelTitles, isSubmissionChannel } from '#contract/channels.ts';
import { mostCounted, type Overview } from '#contract/console-calls.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { RetryButton } from '../ui/retry-button.tsx';
import { Time } from '../ui/time.tsx';
import { describeDuration } from './funnel.tsx';

/** What waits to be sent, was refused or is halted, and the buttons to try again. */
export function Channels({ overview: { channels, nextLetters } }: { overview: Overview }) {
  return (
    <section className="stack overview-sending" aria-labelledby="sending-title">
      <h2 id="sending-title">Sending</h2>
      {channels.map((channel) => (
        <ChannelCard key={channel.channel} channel={channel}>
          {channel.channel === 'letters' &&
            nextLetters.map(({ atMs, count }) => (
              <p key={atMs}>
                {describeCount(count)} on <Time atMs={atMs} />
              </p>
            ))}
        </ChannelCard>
      ))}
    </section>
  );
}

/** Nothing else in the console shows what of these was sent. */
const countsDelivered: readonly Channel[] = ['letters', 'events'];

function ChannelCard({
  channel: { channel, ...state },
  children,
}: {
  channel: ChannelState;
  children: ReactNode;
}) {
  const { waiting, delivered, parked, quarantined, haltedReason, oldestWaitingAgeMs } = state;
  const isLetters = channel === 'letters';
  return (
    <div className="stack sending">
      <h3>{channelTitles[channel]}</h3>
      <dl className="row counts">
        {countsDelivered.includes(channel) && <Count name="Delivered" value={delivered} />}
        <Count name="Waiting" value={waiting} />
        {isSubmissionChannel(channel) ? (
          <>
            <Count name={<Held state="parked" />} value={parked} />
            <Count name={<Held state="quarantined" />} value={quarantined} />
          </>
        ) : (
          <Count name="Parked" value={parked} />
        )}
      </dl>
      {children}
      {!isLetters && oldestWaitingAgeMs !== null && waiting > 0 && (
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

const Held = ({ state }: { state: 'quarantined' | 'parked' }) => (
  <Link to="/held" search={state === 'parked' ? { state } : {}}>
    {state === 'parked' ? 'Parked' : 'Quarantined'}
  </Link>
);

const describeCount = (count: number): string =>
  count > mostCounted ? `over ${mostCounted.toLocaleString('en')}` : count.toLocaleString('en');

const Count = ({ name, value }: { name: ReactNode; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{describeCount(value)}</dd>
  </div>
);
