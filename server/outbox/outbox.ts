import type { JobCalls } from '#server/store/job.ts';
import { type Clock, systemClock } from './clock.ts';
import { createSendLoop, type SendLoop } from './send-loop.ts';
import type { OutboxLogger, OutboxMetrics, Sender } from './sender.ts';

/** At a stop, a send under way may take this long; then it is cut off. */
export const stopGraceMs = 6_000;
/** Time to store the result of a send that was cut off. */
export const stopRecordMs = 1_500;

export interface OutboxOptions {
  store: JobCalls;
  /** Each has an address of its own. Jobs of channels without a sender stay stored and due. */
  senders: readonly Sender[];
  logger: OutboxLogger;
  metrics?: OutboxMetrics;
  clock?: Clock;
  random?: () => number;
}

export interface Outbox {
  /** Stores the addresses that are written to from now on, and begins to send. */
  start(): Promise<void>;
  /** A job was added: do not wait for the next poll. */
  wake(): void;
  /** Ends within `stopGraceMs + stopRecordMs`, the send under way finished if it can be. Throws nothing. */
  stop(): Promise<void>;
}

/** One loop a sender: claim, send, store the result. */
export function createOutbox({
  store,
  senders,
  logger,
  metrics,
  clock = systemClock,
  random = Math.random,
}: OutboxOptions): Outbox {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  let running: Promise<unknown> | null = null;
  const loops: SendLoop[] = senders.map((sender) =>
    createSendLoop(sender, {
      store,
      logger,
      metrics,
      clock,
      random,
      stopSignal: stopping.signal,
      cutOffSignal: cutOff.signal,
    }),
  );

  async function connect({ address, channels, retriesParked }: Sender): Promise<void> {
    const { haltedReason, requeued } = await store.connectQueue({ address, channels, retriesParked });
    if (haltedReason !== null || requeued > 0)
      logger.info({ channels, haltedReason, requeued }, 'the address is a new one: sending again');
  }

  return {
    async start() {
      for (const sender of senders) await connect(sender);
      running ??= Promise.all(loops.map((loop) => loop.run()));
    },
    wake() {
      for (const loop of loops) loop.wake();
    },
    async stop() {
      stopping.abort();
      if (!running) return;
      const ended = new AbortController();
      const finished = running.finally(() => ended.abort());
      await Promise.race([finished, clock.sleep(stopGraceMs, ended.signal)]);
      if (ended.signal.aborted) return;
      cutOff.abort();
      await Promise.race([finished, clock.sleep(stopRecordMs, ended.signal)]);
    },
  };
}
