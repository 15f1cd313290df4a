import type { RecordedMessage, SlackStandIn } from '#test/slack-stand-in.ts';

/** Submissions that are in the channel more than once, each with all its messages. */
export function findRepeated(slack: SlackStandIn): Map<string, RecordedMessage[]> {
  const messagesOf = new Map<string, RecordedMessage[]>();
  for (const message of slack.messages) {
    for (const id of new Set(message.ids)) messagesOf.set(id, [...(messagesOf.get(id) ?? []), message]);
  }
  for (const [id, messages] of messagesOf) if (messages.length === 1) messagesOf.delete(id);
  return messagesOf;
}

/** How many submissions are in the channel more than once; every submission of a repeated digest counts. */
export function countRepeats(slack: SlackStandIn): number {
  return [...findRepeated(slack).values()].reduce((sum, messages) => sum + messages.length - 1, 0);
}

/** Submissions that were sent again although an earlier send of them was not cut off. */
export function findUnexcusedRepeats(slack: SlackStandIn, cutSends: ReadonlySet<RecordedMessage>): string[] {
  return [...findRepeated(slack)]
    .filter(([, messages]) => !messages.slice(0, -1).every((message) => cutSends.has(message)))
    .map(([id]) => id);
}
