import type { Channel } from '#contract/channels.ts';
import { storedReason } from '#contract/send-failures.ts';
import { StoreBusyError, StoreUnavailableError } from '#server/store/errors.ts';
import type { Store } from '#server/store/store.ts';
import type { DeliveryLogger } from './channel-delivery.ts';
import { type Clock, systemClock } from './clock.ts';
import type { SendResult } from './send-result.ts';

/** Smallest time between two notices, of all instances together. */
export const noticeIntervalMs = 10 * 60_000;
/** The store is asked at least this often: what another instance quarantined does not wake this loop. */
export const noticePollMs = 30_000;
/** Wait after the first quarantined submission, so that the notice counts those that follow at once. */
export const noticeCollectMs = 3_000;

export interface QuarantineNoticeLoop {
  start(): void;
  /** Something was quarantined. */
  wake(): void;
  /** Ends when the send under way has; throws nothing. */
  stop(): Promise<void>;
}

/** Notifies the team in the channel that submissions are quarantined. */
export function createQuarantineNotice(options: {
  store: Pick<Store, 'claimQuarantineNotice' | 'confirmQuarantineNotice'>;
  channel: Channel;
  minIntervalMs: number;
  send(count: number, signal: AbortSignal): Promise<SendResult>;
  logger: DeliveryLogger;
  intervalMs?: number;
  collectMs?: number;
  clock?: Clock;
}): QuarantineNoticeLoop {
  const { store, channel, minIntervalMs, send, logger, clock = systemClock } = options;
  const { intervalMs = noticeIntervalMs, collectMs = noticeCollectMs } = options;
  const stopping = new AbortController();
  let woken = new AbortController();
  let running: Promise<void> | null = null;

  async function sendNotice(): Promise<void> {
    const notice = await store.claimQuarantineNotice({ channel, intervalMs, minIntervalMs });
    if (notice === null) return;
    await clock.sleep(notice.waitMs, stopping.signal);
    if (stopping.signal.aborted) return;
    const result = await send(notice.count, stopping.signal);
    // Not confirmed: sent again after the next interval.
    if (result.kind === 'delivered') await store.confirmQuarantineNotice(notice.sequence);
    else logger.warn({ reason: storedReason(result) }, 'the notice about the quarantine was not delivered');
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await sendNotice();
      } catch (error) {
        // That the store does not answer is logged by the delivery; anything else is a bug here.
        const isStoreDown = error instanceof StoreUnavailableError || error instanceof StoreBusyError;
        if (!isStoreDown) logger.error({ err: error }, 'the notice about the quarantine failed');
      }
      await clock.sleep(noticePollMs, AbortSignal.any([stopping.signal, woken.signal]));
      if (woken.signal.aborted) {
        await clock.sleep(collectMs, stopping.signal);
        woken = new AbortController();
      }
    }
  }

  return {
    start() {
      running ??= run();
    },
    wake: () => woken.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
