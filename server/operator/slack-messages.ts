import { setTimeout as wait } from 'node:timers/promises';
import type { SubmissionRecord } from '#contract/answers.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** Messages that stay in Slack, or may, because the app does not know them: they are deleted there by hand. */
export function leftForHand(records: readonly SubmissionRecord[]) {
  const isByWebhook = ({ delivery }: SubmissionRecord) =>
    delivery.deliveredAtMs !== null && !delivery.isPlaced;
  return {
    /** Posted by a webhook. */
    deleteInSlack: records.filter(isByWebhook).map(nameMessage),
    /** Sent, and no answer came. */
    perhapsInSlack: records
      .filter((record) => record.delivery.uncertain > 0 && !isByWebhook(record))
      .map(nameMessage),
  };
}

const nameMessage = ({ id, delivery: { channel, deliveredAtMs } }: SubmissionRecord) => ({
  id,
  channel,
  deliveredAtMs,
});

const lookEveryMs = 200;
/** An idle server looks each three seconds. */
const idleMs = 8_000;

/** What happened to messages that were queued to be deleted or changed. */
export interface SettledMessages {
  /** Deleted, or changed so that they no longer show what was erased. */
  gone: number;
  /** The server does it when it runs and Slack accepts it. */
  waiting: number;
  refused: { place: string; reason: string }[];
}

/** Waits until the server has brought these messages to the store's state, as long as it makes progress. */
export async function waitForMessages(
  store: Pick<OperatorStore, 'readMessageUpdates'>,
  places: readonly string[],
  { waitMs, onWait }: { waitMs: number; onWait?(open: number): void },
): Promise<SettledMessages> {
  const startedAtMs = performance.now();
  let changedAtMs = startedAtMs;
  let before = '';
  for (;;) {
    const updates = places.length === 0 ? [] : await store.readMessageUpdates(places);
    const open = updates.filter(({ state }) => state !== 'parked');
    const nowMs = performance.now();
    const seen = JSON.stringify(updates);
    if (seen !== before) changedAtMs = nowMs;
    before = seen;
    if (open.length === 0 || nowMs - startedAtMs >= waitMs || nowMs - changedAtMs >= idleMs)
      return {
        gone: places.length - updates.length,
        waiting: open.length,
        refused: updates
          .filter(({ state }) => state === 'parked')
          .map(({ place, reason }) => ({ place, reason: reason ?? '' })),
      };
    onWait?.(open.length);
    await wait(lookEveryMs);
  }
}
