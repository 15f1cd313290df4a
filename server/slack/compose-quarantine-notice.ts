import { brand } from '#contract/brand.ts';
import type { SlackPayload } from './message-blocks.ts';

/** The command that shows what is held. */
export const quarantineCommand = 'npm run waitlist -- list --state quarantined';

/** One line for the team; nothing of what is held stands in it. */
export function composeQuarantineNotice(held: number): SlackPayload {
  const what = held === 1 ? '1 submission is' : `${held.toLocaleString('en')} submissions are`;
  const line = `${brand.name}: ${what} held back as possible abuse; nothing is lost. See them with: ${quarantineCommand}`;
  return {
    text: line,
    blocks: [{ type: 'context', elements: [{ type: 'plain_text', text: line, emoji: false }] }],
    unfurl_links: false,
    unfurl_media: false,
  };
}
