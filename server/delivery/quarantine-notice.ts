import type { Channel, Store } from '#server/store/store.ts';
import type { DeliveryLogger } from './channel-loop.ts';
import { type Clock, systemClock } from './clock.ts';
import type { DeliveryOutcome } from './outcome.ts';

/** The channel hears of the quarantine at most this often, from all instances together. */
export const noticeIntervalMs = 10 * 60_000;
/** Asked at least this often: what another instance held back wakes nobody here. */
export const noticePollMs = 30_000;
/** After a first one is held, others that come with it are waited for. */
export const noticeCollectMs = 3_000;

export interface QuarantineNoticeLoop {
  start(): void;
  /** Something was held back. */
  wake(): void;
  /** Ends when the send under way has; throws nothing. */
  stop(): Promise<void>;
}

/** Tells the team that submissions are held, so that nobody has to think of looking. */
export function createQuarantineNotice(options: {
  store: Pick<Store, 'claimQuarantineNotice' | 'confirmQuarantineNotice'>;
  channel: Channel;
  minIntervalMs: number;
  send(held: number, signal: AbortSignal): Promise<DeliveryOutcome>;
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

  async function tell(): Promise<void> {
    const notice = await store.claimQuarantineNotice({ channel, intervalMs, minIntervalMs });
    if (notice === null) return;
    await clock.sleep(notice.waitMs, stopping.signal);
    if (stopping.signal.aborted) return;
    const outcome = await send(notice.held, stopping.signal);
    // Not confirmed: the next interval tells it again.
    if (outcome.kind === 'delivered') await store.confirmQuarantineNotice(notice.sequence);
    else logger.warn({ reason: outcome.reason }, 'the channel could not be told of the quarantine');
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A store that does not answer is told of by those who need it more.
      await tell().catch(() => undefined);
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
