import { brand } from '#contract/brand.ts';
import type { SlackPayload } from './message-blocks.ts';

/** A message that nobody takes for a submission. */
export function composeTestMessage(use: string, sentAt: Date): SlackPayload {
  const title = `${brand.name}: test message`;
  return {
    text: `${title} (${use})`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title } },
      {
        type: 'section',
        text: {
          type: 'plain_text',
          text: `This is only a test, nobody has applied. ${use} will arrive in this channel.`,
        },
      },
      {
        type: 'context',
        elements: [{ type: 'plain_text', text: `Sent by an operator at ${sentAt.toISOString()}` }],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}
