import { type Channel, channels as channelNames, type Store } from '#server/store/store.ts';
import type { ChannelDelivery, DeliveryLogger, DeliveryMetrics } from './channel-delivery.ts';
import { type ChannelLoop, createChannelLoop } from './channel-loop.ts';
import { type Clock, systemClock } from './clock.ts';
import { createWebhookPace, type WebhookPace } from './webhook-pace.ts';

/** A send under way at a stop may go on this long, then it is cut off. */
export const stopGraceMs = 6_000;
/** After the cut, this long to store what came of it. */
export const stopSettleMs = 1_500;

export interface DeliveryOptions {
  store: Store;
  /** null: no webhook is set; its submissions stay stored and due. */
  channels: Readonly<Record<Channel, ChannelDelivery | null>>;
  logger: DeliveryLogger;
  metrics?: DeliveryMetrics;
  clock?: Clock;
  random?: () => number;
}

export interface Delivery {
  start(): void;
  /** Something was accepted: do not wait for the next poll. */
  wake(): void;
  /** Ends within `stopGraceMs + stopSettleMs`, the send under way finished if it can be. Throws nothing. */
  stop(): Promise<void>;
}

/** One loop a channel; channels that share a webhook share its pace. */
export function createDelivery({
  store,
  channels,
  logger,
  metrics,
  clock = systemClock,
  random = Math.random,
}: DeliveryOptions): Delivery {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const paces = new Map<string, WebhookPace>();
  const loops: ChannelLoop[] = [];
  let running: Promise<unknown> | null = null;

  for (const channel of channelNames) {
    const settings = channels[channel];
    if (!settings) continue;
    const key = settings.paceKey === undefined ? `channel:${channel}` : `key:${settings.paceKey}`;
    const pace = paces.get(key) ?? createWebhookPace(clock);
    paces.set(key, pace);
    loops.push(
      createChannelLoop({
        store,
        channel,
        settings,
        pace,
        logger,
        metrics,
        clock,
        random,
        stopSignal: stopping.signal,
        cutOffSignal: cutOff.signal,
      }),
    );
  }

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
      await Promise.race([finished, clock.sleep(stopSettleMs, ended.signal)]);
    },
  };
}
