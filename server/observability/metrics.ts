import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { quarantineReasons } from '#contract/quarantine.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { type ErrorCode, errorStatuses } from '#contract/wire.ts';
import type { Store } from '#server/store/store.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Figures in a registry of their own, so that two servers in one process do not mix. Labels never carry a person's data. */
export function createMetrics(store: Pick<Store, 'channelStates'>) {
  const loopDelay = monitorEventLoopDelay({ resolution: 10 });
  loopDelay.enable();
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, buckets, labelNames, registers });

  const accepted = counter('entree_submissions_accepted_total', 'Submissions that were stored.', 'kind');
  const quarantined = counter(
    'entree_submissions_quarantined_total',
    'Stored submissions that were quarantined, by reason.',
    'reason',
  );
  const refused = counter(
    'entree_requests_refused_total',
    'Calls that were answered with an error, by its code.',
    'code',
  );
  const sends = counter(
    'entree_sends_total',
    'Messages sent to Slack, and letters (the channel `letters`), by outcome.',
    'channel',
    'outcome',
  );
  const sentSubmissions = counter(
    'entree_submissions_delivered_total',
    'Submissions that were delivered to the channel.',
    'channel',
  );
  const sendSeconds = histogram(
    'entree_send_duration_seconds',
    'Duration of a send to Slack or to the mail server.',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    'channel',
  );
  const commitSize = histogram(
    'entree_commit_submissions',
    'Submissions in one transaction.',
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  const commitSeconds = histogram(
    'entree_commit_duration_seconds',
    'Duration of a transaction with submissions, the flush to disk included.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  );
  const answerSeconds = histogram(
    'entree_answer_duration_seconds',
    'Duration from a request to the end of its answer.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
    'route',
    'status',
  );
  const deliveries = gauge(
    'entree_deliveries',
    'Messages to Slack and letters (the channel `letters`) in the store, by state.',
    'channel',
    'state',
  );
  const oldest = gauge(
    'entree_oldest_waiting_age_seconds',
    'Age of the oldest message or letter that waits; 0 when none does.',
    'channel',
  );
  const halted = gauge(
    'entree_channel_halted',
    '1 while the channel is halted because Slack, or the mail server, refused it.',
    'channel',
  );
  const storeUp = gauge('entree_store_up', '1 while the store answers.');
  const eventLoop = gauge(
    'entree_event_loop_delay_seconds',
    'Delay of the event loop since the last reading.',
    'quantile',
  );

  // Counters begin with 0, because Prometheus sees an increase only from a value that it has read before. Otherwise
  // the first 500 would raise no alert.
  for (const code of Object.keys(errorStatuses)) refused.inc({ code }, 0);
  for (const kind of submissionKinds) accepted.inc({ kind }, 0);
  for (const reason of Object.keys(quarantineReasons)) quarantined.inc({ reason }, 0);

  async function readStore(): Promise<void> {
    try {
      for (const state of await store.channelStates()) {
        const { channel } = state;
        for (const name of ['waiting', 'parked', 'quarantined', 'delivered'] as const) {
          deliveries.set({ channel, state: name }, state[name]);
        }
        oldest.set({ channel }, (state.oldestWaitingAgeMs ?? 0) / 1_000);
        halted.set({ channel }, state.haltedReason === null ? 0 : 1);
      }
      storeUp.set(1);
    } catch {
      // The last figures of a store that does not answer would be out of date.
      for (const gauge of [deliveries, oldest, halted]) gauge.reset();
      storeUp.set(0);
    }
  }

  return {
    /** Prometheus' text, with the store's figures as they are now. */
    async render(): Promise<{ contentType: string; text: string }> {
      await readStore();
      eventLoop.set({ quantile: '0.5' }, loopDelay.percentile(50) / 1e9);
      eventLoop.set({ quantile: '0.99' }, loopDelay.percentile(99) / 1e9);
      loopDelay.reset();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    countAccepted(kind: SubmissionKind, quarantineReason: string | null): void {
      accepted.inc({ kind });
      if (quarantineReason !== null) quarantined.inc({ reason: quarantineReason });
    },
    /** One transaction: how many submissions it carried, how long it took. */
    observeCommit(submissions: number, durationMs: number): void {
      commitSize.observe(submissions);
      commitSeconds.observe(durationMs / 1_000);
    },
    /** One answer: the route's pattern, never the path that was asked for. */
    observeAnswer: (route: string, status: number, durationMs: number) =>
      answerSeconds.observe({ route, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000),
    countRefused: (code: ErrorCode) => refused.inc({ code }),
    /** Fits the outbox's `metrics`. */
    observeSend(
      jobs: readonly { channel: string; kind: string }[],
      outcome: string,
      durationMs: number,
    ): void {
      const channel = jobs[0]?.channel ?? '';
      sends.inc({ channel, outcome });
      for (const job of jobs)
        if (outcome === 'delivered' && job.kind === 'submission')
          sentSubmissions.inc({ channel: job.channel });
      sendSeconds.observe({ channel }, durationMs / 1_000);
    },
  };
}
