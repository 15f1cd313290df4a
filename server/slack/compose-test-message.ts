import { brand } from '#contract/brand.ts';
import { contextBlock, headerBlock, makePayload, plainText, type SlackPayload } from './message-blocks.ts';

/** A message that nobody takes for a submission. */
export function composeTestMessage(use: string, sentAt: Date): SlackPayload {
  const title = `${brand.name}: test message`;
  const text = `This is only a test, nobody has applied. ${use} will arrive in this channel.`;
  return makePayload(`${title} (${use})`, [
    headerBlock(title),
    { type: 'section', text: plainText(text) },
    contextBlock(`Sent by an operator at ${sentAt.toISOString()}`),
  ]);
}
