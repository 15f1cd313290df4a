import type { Channel } from '#contract/channels.ts';

export interface QuarantineNoticeOptions {
  channel: Channel;
  /** Smallest time between two notices, across all instances. */
  intervalMs: number;
  /** Smallest time between the notice and the channel's next message. */
  minIntervalMs: number;
}

export interface QuarantineNotice {
  /** How many are quarantined, of all kinds. */
  count: number;
  /** The newest of them, in the order of acceptance. */
  sequence: number;
  /** How long to wait before it is sent, in milliseconds. */
  waitMs: number;
}
