/** Where a message stands in Slack: the channel's id and the message's time stamp, which is its name there. */
export interface MessagePlace {
  channel: string;
  ts: string;
}

/** As the store keeps it: `C0123456789 1764000000.123456`. */
export const writePlace = ({ channel, ts }: MessagePlace): string => `${channel} ${ts}`;
