/** Where a message stands in Slack: the channel's id and the message's time stamp, which is its name there. */
export interface MessagePlace {
  channel: string;
  ts: string;
}

/** As the store keeps it: `C0123456789 1764000000.123456`. */
export const writePlace = ({ channel, ts }: MessagePlace): string => `${channel} ${ts}`;

/** null: it is none. */
export function readPlace(place: string): MessagePlace | null {
  const [, channel, ts] = /^([A-Z0-9]{2,40}) (\d{1,12}\.\d{1,12})$/.exec(place) ?? [];
  return channel === undefined || ts === undefined ? null : { channel, ts };
}
