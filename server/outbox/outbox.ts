import { optionalChannels } from '#contract/channels.ts';
import { type LoopParts, systemClock } from './loop-parts.ts';
import { createSendLoop } from './send-loop.ts';
import type { Sender } from './sender.ts';

/** At a stop, a send under way may take this long; then it is cut off. */
const stopGraceMs = 6_000;
/** Time to store the result of a send that was cut off. */
const stopRecordMs = 1_500;

export type OutboxOptions = Pick<LoopParts, 'store' | 'logger' | 'metrics'> &
  Partial<Pick<LoopParts, 'clock' | 'random'>> & {
    /** Each has an address of its own. Jobs of channels without a sender stay stored and due. */
    senders: readonly Sender[];
  };
export type Outbox = ReturnType<typeof createOutbox>;

/** One loop a sender: claim, send, store the result. */
export function createOutbox({
  senders,
  clock = systemClock,
  random = Math.random,
  ...parts
}: OutboxOptions) {
  const { store, logger } = parts;
  const stopping = new AbortController();
  const cutOff = new AbortController();
  let running: Promise<unknown> | null = null;
  const shared = { ...parts, clock, random, stopSignal: stopping.signal, cutOffSignal: cutOff.signal };
  const loops = senders.map((sender) => createSendLoop(sender, shared));

  async function connect({ address, channels, retriesParked }: Sender): Promise<void> {
    const { haltedReason, requeued } = await store.connectQueue({ address, channels, retriesParked });
    if (haltedReason !== null || requeued > 0)
      logger.info({ channels, haltedReason, requeued }, 'the address is a new one: sending again');
  }

  async function disconnectOthers(): Promise<void> {
    const channels = optionalChannels.filter((each) =>
      senders.every((sender) => !sender.channels.includes(each)),
    );
    const deleted = await store.disconnectChannels(channels);
    if (deleted > 0)
      logger.warn({ channels, deleted }, 'these channels have no settings any more: what waited is deleted');
  }

  return {
    /** Stores the addresses that are written to from now on, and begins to send. */
    async start(): Promise<void> {
      for (const sender of senders) await connect(sender);
      await disconnectOthers();
      running ??= Promise.all(loops.map((loop) => loop.run()));
    },
    /** A job was added: do not wait for the next poll. */
    wake(): void {
      for (const loop of loops) loop.wake();
    },
    /** Ends within `stopGraceMs + stopRecordMs`, the send under way finished if it can be. Throws nothing. */
    async stop(): Promise<void> {
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
