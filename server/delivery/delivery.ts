import { type Channel, channels as channelNames } from '#contract/channels.ts';
import type { Store } from '#server/store/store.ts';
import type { ChannelDelivery, DeliveryLogger, DeliveryMetrics } from './channel-delivery.ts';
import { createChannelOutbox } from './channel-outbox.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Outbox, OutboxClaim } from './outbox.ts';
import { createOutboxLoop, type OutboxLoop } from './outbox-loop.ts';
import { createSendPace, type SendPace } from './send-pace.ts';

/** At a stop, a send under way may take this long; then it is cut off. */
export const stopGraceMs = 6_000;
/** Time to store the result of a send that was cut off. */
export const stopRecordMs = 1_500;

export interface DeliveryOptions {
  store: Store;
  /** null: no webhook is set; its submissions stay stored and due. */
  channels: Readonly<Record<Channel, ChannelDelivery | null>>;
  /** What else is sent with the same guarantees, each with a loop of its own. */
  others?: readonly Outbox<OutboxClaim>[];
  logger: DeliveryLogger;
  metrics?: DeliveryMetrics;
  clock?: Clock;
  random?: () => number;
}

export interface Delivery {
  start(): void;
  /** Something was accepted: do not wait for the next poll. */
  wake(): void;
  /** Ends within `stopGraceMs + stopRecordMs`, the send under way finished if it can be. Throws nothing. */
  stop(): Promise<void>;
}

/** One loop an outbox; channels that share a webhook share its pace. */
export function createDelivery({
  store,
  channels,
  others = [],
  logger,
  metrics,
  clock = systemClock,
  random = Math.random,
}: DeliveryOptions): Delivery {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const paces = new Map<string, SendPace>();
  const parts = {
    logger,
    metrics,
    clock,
    random,
    stopSignal: stopping.signal,
    cutOffSignal: cutOff.signal,
  };
  let running: Promise<unknown> | null = null;

  const ofChannels = channelNames.flatMap((channel) => {
    const settings = channels[channel];
    return settings === null ? [] : [createChannelOutbox(store, channel, settings)];
  });
  const loops: OutboxLoop[] = [...ofChannels, ...others].map((outbox) => {
    const key = outbox.paceKey === undefined ? `name:${outbox.name}` : `key:${outbox.paceKey}`;
    const pace = paces.get(key) ?? createSendPace(clock);
    paces.set(key, pace);
    return createOutboxLoop(outbox, pace, parts);
  });

  return {
    start() {
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
