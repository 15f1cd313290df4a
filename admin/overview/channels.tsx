import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelTitle } from '#contract/channels.ts';
import { type ChannelShown, mostCounted, type Overview } from '#contract/console-answers.ts';
import { call } from '../api/call.ts';
import { keys } from '../api/queries.ts';
import { notify } from '../layout/notices.ts';
import { countOf } from '../subjects/lists.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { describeDuration } from './funnel.tsx';

/** What waits to be sent, what was refused and what is halted, and the way to try again. */
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

function ChannelCard({ channel }: { channel: ChannelShown }) {
  const retry = useRetry(() => call('retryChannel', { channel: channel.channel }));
  const canRetry = channel.halted !== null || channel.parked > 0;
  return (
    <div className="sending">
      <h3>{channelTitle(channel.channel)}</h3>
      <dl className="counts">
        <Count name="Waiting" value={channel.waiting} />
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
      </dl>
      {channel.oldestWaitingAgeMs !== null && channel.waiting > 0 && (
        <p className="muted">The oldest has waited {describeDuration(channel.oldestWaitingAgeMs)}.</p>
      )}
      {channel.halted ? (
        <FailureNote failure={channel.halted} retry={retry} />
      ) : (
        canRetry && (
          <Button onClick={retry.run} isPending={retry.isPending}>
            Retry what is parked
          </Button>
        )
      )}
    </div>
  );
}

function LettersCard({ letters }: { letters: ChannelShown }) {
  const retry = useRetry(() => call('retryChannel', { channel: letters.channel }));
  return (
    <div className="sending">
      <h3>{channelTitle(letters.channel)}</h3>
      <dl className="counts">
        <Count name="Sent" value={letters.delivered} />
        <Count name="Queued" value={letters.waiting} />
        <Count name="Failed" value={letters.parked} />
      </dl>
      {letters.halted ? (
        <FailureNote failure={letters.halted} retry={retry} />
      ) : (
        letters.parked > 0 && (
          <Button onClick={retry.run} isPending={retry.isPending}>
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

function useRetry(retry: () => Promise<{ moved: number }>) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: retry,
    onSuccess: ({ moved }) => notify({ text: `${countOf(moved, ['is', 'are'])} due now.` }),
    onError: (error) => notify({ text: `It could not be retried. ${error.message}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.overview }),
  });
  return { run: () => mutate(), isPending };
}
