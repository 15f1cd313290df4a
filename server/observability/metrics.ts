import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { quarantineReasons } from '#contract/quarantine.ts';
import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { type ErrorCode, errorCodes } from '#contract/wire.ts';
import type { Store } from '#server/store/store.ts';

export interface Metrics {
  /** Prometheus' text, with the store's figures as they are now. */
  render(): Promise<{ contentType: string; text: string }>;
  countAccepted(kind: SubmissionKind, isReplay: boolean, quarantineReason: string | null): void;
  /** One transaction: how many submissions it carried, how long it took. */
  observeCommit(submissions: number, durationMs: number): void;
  /** One answer: the route's pattern, never the path that was asked for. */
  observeAnswer(route: string, status: number, durationMs: number): void;
  countRefused(code: ErrorCode): void;
  /** Fits the outbox's `metrics`. */
  observeSend(jobs: readonly { channel: string; kind: string }[], outcome: string, durationMs: number): void;
}

/** Figures in a registry of their own, so that two servers in one process do not mix. Labels never carry a person's data. */
export function createMetrics(store: Pick<Store, 'channelStates'>): Metrics {
  const loopDelay = monitorEventLoopDelay({ resolution: 10 });
  loopDelay.enable();
  const registry = new Registry();
  const registers = [registry];
  const accepted = new Counter({
    name: 'entree_submissions_accepted_total',
    help: 'Submissions that were stored.',
    labelNames: ['kind'],
    registers,
  });
  const replayed = new Counter({
    name: 'entree_submissions_replayed_total',
    help: 'Submissions whose idempotency key was there already.',
    registers,
  });
  const quarantined = new Counter({
    name: 'entree_submissions_quarantined_total',
    help: 'Stored submissions that were quarantined, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const refused = new Counter({
    name: 'entree_requests_refused_total',
    help: 'Calls that were answered with an error, by its code.',
    labelNames: ['code'],
    registers,
  });
  const sends = new Counter({
    name: 'entree_sends_total',
    help: 'Messages sent to Slack, and letters (the channel `letters`), by outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const sentSubmissions = new Counter({
    name: 'entree_submissions_delivered_total',
    help: 'Submissions that were delivered to the channel.',
    labelNames: ['channel'],
    registers,
  });
  const sendSeconds = new Histogram({
    name: 'entree_send_duration_seconds',
    help: 'Duration of a send to Slack or to the mail server.',
    labelNames: ['channel'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const commitSize = new Histogram({
    name: 'entree_commit_submissions',
    help: 'Submissions in one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'entree_commit_duration_seconds',
    help: 'Duration of a transaction with submissions, the flush to disk included.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const answerSeconds = new Histogram({
    name: 'entree_answer_duration_seconds',
    help: 'Duration from a request to the end of its answer.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
    registers,
  });
  const deliveries = new Gauge({
    name: 'entree_deliveries',
    help: 'Messages to Slack and letters (the channel `letters`) in the store, by state.',
    labelNames: ['channel', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'entree_oldest_waiting_age_seconds',
    help: 'Age of the oldest message or letter that waits; 0 when none does.',
    labelNames: ['channel'],
    registers,
  });
  const halted = new Gauge({
    name: 'entree_channel_halted',
    help: '1 while the channel is halted because Slack, or the mail server, refused it.',
    labelNames: ['channel'],
    registers,
  });
  const storeUp = new Gauge({ name: 'entree_store_up', help: '1 while the store answers.', registers });
  const eventLoop = new Gauge({
    name: 'entree_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last reading.',
    labelNames: ['quantile'],
    registers,
  });

  // Counters begin with 0, because Prometheus sees an increase only from a value that it has read before. Otherwise
  // the first 500 would raise no alert.
  for (const code of Object.values(errorCodes)) refused.inc({ code }, 0);
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
    async render() {
      await readStore();
      eventLoop.set({ quantile: '0.5' }, loopDelay.percentile(50) / 1e9);
      eventLoop.set({ quantile: '0.99' }, loopDelay.percentile(99) / 1e9);
      loopDelay.reset();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    countAccepted(kind, isReplay, quarantineReason) {
      if (isReplay) return replayed.inc();
      accepted.inc({ kind });
      if (quarantineReason !== null) quarantined.inc({ reason: quarantineReason });
    },
    observeCommit(submissions, durationMs) {
      commitSize.observe(submissions);
      commitSeconds.observe(durationMs / 1_000);
    },
    observeAnswer: (route, status, durationMs) =>
      answerSeconds.observe({ route, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000),
    countRefused: (code) => refused.inc({ code }),
    observeSend(jobs, outcome, durationMs) {
      const channel = jobs[0]?.channel ?? '';
      sends.inc({ channel, outcome });
      for (const job of jobs)
        if (outcome === 'delivered' && job.kind === 'submission')
          sentSubmissions.inc({ channel: job.channel });
      sendSeconds.observe({ channel }, durationMs / 1_000);
    },
  };
}
