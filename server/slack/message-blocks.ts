import type { KnownBlock, RichTextElement, RichTextSection } from '@slack/types';
import { cutToEscapedLength, escapeText } from './message-text.ts';

/** What is posted to an incoming webhook. */
export interface SlackPayload {
  /** Fallback for notifications; Slack shows the blocks instead. */
  text: string;
  blocks: KnownBlock[];
  unfurl_links: false;
  unfurl_media: false;
}

/**
 * Characters of a message's blocks as JSON, after escaping. Slack's documentation names no total; in
 * practice it refuses somewhere above 13,000, so the message stays well below.
 */
export const maxBlocksLength = 9_500;

export const blocksLength = (blocks: KnownBlock[]): number => escapeText(JSON.stringify(blocks)).length;

const maxFallbackLength = 280;

/** @param text plain text of the notification; user text in it cannot mention anyone */
export function makePayload(text: string, blocks: KnownBlock[]): SlackPayload {
  const { text: short } = cutToEscapedLength(text, maxFallbackLength);
  return {
    // With a word joiner after it, an `@` mentions nobody, even where a workspace resolves names.
    text: escapeText(short.replaceAll('@', '@\u2060')),
    blocks,
    unfurl_links: false,
    unfurl_media: false,
  };
}

export const plain = (text: string): RichTextElement => ({ type: 'text', text });
export const bold = (text: string): RichTextElement => ({ type: 'text', text, style: { bold: true } });
export const link = (url: string, text: string): RichTextElement => ({ type: 'link', url, text });
export const italic = (text: string): RichTextElement => ({ type: 'text', text, style: { italic: true } });

export const section = (elements: RichTextElement[]): RichTextSection => ({
  type: 'rich_text_section',
  elements,
});

export const plainText = (text: string) => ({ type: 'plain_text' as const, text, emoji: false });

export const headerBlock = (text: string): KnownBlock => ({ type: 'header', text: plainText(text) });

export const contextBlock = (text: string): KnownBlock => ({ type: 'context', elements: [plainText(text)] });
