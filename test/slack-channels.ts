import { renderPayload } from './slack-payload-rules.ts';

export interface SlackChannel {
  readonly id: string;
  readonly name: string;
  /** Whether the app is a member. */
  isMember: boolean;
  isPrivate: boolean;
  isArchived: boolean;
}

export interface RecordedMessage {
  /** Path of the webhook it was posted to; empty: the app posted it with its token. */
  readonly webhook: string;
  /** Id of its channel. */
  readonly channel: string;
  /** Identifies it within its channel. */
  readonly ts: string;
  /** As it was posted, or as it was changed since. */
  payload: unknown;
  readonly raw: string;
  /** Milliseconds since the epoch. */
  readonly receivedAtMs: number;
  /** Submission ids that a person could read in it when it was posted. */
  readonly ids: string[];
  /** What a person reads in the channel. */
  text: string;
  isDeleted: boolean;
}

type NewMessage = Pick<RecordedMessage, 'payload' | 'raw' | 'webhook' | 'channel'> & {
  receivedAtMs?: number;
};

/** What stands in a channel now. */
export interface ShownMessage {
  /** Of the notification. */
  text: string;
  blocks: unknown[];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The messages of a workspace, however they were posted. */
export function createSlackChannels() {
  const messages: RecordedMessage[] = [];
  const byTs = new Map<string, RecordedMessage>();
  let changes = 0;
  let lastTs = 0;

  /** Seconds and microseconds; no two are equal. */
  function issueTs(receivedAtMs: number): string {
    lastTs = Math.max(receivedAtMs * 1_000, lastTs + 1);
    return `${Math.floor(lastTs / 1e6)}.${String(lastTs % 1e6).padStart(6, '0')}`;
  }

  return {
    messages,
    /** How often a message was changed or deleted. */
    get changes() {
      return changes;
    },
    post({ payload, raw, webhook, channel, receivedAtMs = Date.now() }: NewMessage) {
      const text = renderPayload(payload);
      const ts = issueTs(receivedAtMs);
      const ids = text.match(uuids) ?? [];
      const message = { webhook, channel, ts, payload, raw, receivedAtMs, ids, text, isDeleted: false };
      messages.push(message);
      byTs.set(`${channel} ${ts}`, message);
      return message;
    },
    find(channel: string, ts: string): RecordedMessage | null {
      const message = byTs.get(`${channel} ${ts}`);
      return message === undefined || message.isDeleted ? null : message;
    },
    replace(message: RecordedMessage, payload: unknown): void {
      message.payload = payload;
      message.text = renderPayload(payload);
      changes += 1;
    },
    delete(message: RecordedMessage): void {
      message.isDeleted = true;
      changes += 1;
    },
    /** By `ts`, in order. */
    show: (channel: string): Map<string, ShownMessage> =>
      new Map(
        messages
          .filter((message) => message.channel === channel && !message.isDeleted)
          .map(({ ts, payload }) => [ts, payload as ShownMessage]),
      ),
  };
}

export type SlackChannels = ReturnType<typeof createSlackChannels>;
