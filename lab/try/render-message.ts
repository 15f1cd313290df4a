import type { Button, KnownBlock, RichTextBlock, RichTextElement } from '@slack/types';

/** As Slack shows them, for people who have no Slack at hand; only the blocks that our messages have. */
export const messageStyles = `
  .message{max-width:600px;padding:8px 20px;font:15px/1.46 Lato,"Liberation Sans",Arial,sans-serif;color:#1d1c1d}
  .message h2{margin:8px 0 4px;font-size:18px}
  .message .text{margin:4px 0;white-space:pre-wrap;overflow-wrap:anywhere}
  .message blockquote{margin:4px 0;padding-left:12px;border-left:4px solid #ddd;white-space:pre-wrap;overflow-wrap:anywhere}
  .message .context{margin:6px 0;font-size:13px;color:#616061}
  .message .actions{display:flex;gap:8px;margin:8px 0;flex-wrap:wrap}
  .message button,.dialog button{padding:4px 12px;border:1px solid #bbb;border-radius:4px;background:#fff;color:#1d1c1d;font:bold 14px/1.6 inherit;cursor:pointer}
  .message button.primary,.dialog button.primary{background:#007a5a;border-color:#007a5a;color:#fff}
  .message button.danger,.dialog button.danger{background:#fff;border-color:#e01e5a;color:#e01e5a}
  .dialog{max-width:420px;border:1px solid #bbb;border-radius:8px;padding:20px;font:15px/1.46 Lato,"Liberation Sans",Arial,sans-serif}
  .dialog h3{margin:0 0 8px}
  .dialog form{display:inline}`;

/** How a button is shown; it says what its dialog asks. */
export type RenderButton = (button: Button) => string;

export function renderMessage({ blocks }: { blocks: KnownBlock[] }, renderButton: RenderButton): string {
  return `<article class="message">${blocks.map((block) => renderBlock(block, renderButton)).join('')}</article>`;
}

function renderBlock(block: KnownBlock, renderButton: RenderButton): string {
  switch (block.type) {
    case 'header':
      return `<h2>${escapeHtml(block.text.text)}</h2>`;
    case 'section':
      return `<p class="text">${escapeHtml(block.text?.text ?? '')}</p>`;
    case 'rich_text':
      return block.elements.map(renderRichText).join('');
    case 'context':
      return `<p class="context">${block.elements.map((part) => ('text' in part ? escapeHtml(part.text) : '')).join(' ')}</p>`;
    case 'actions':
      return `<div class="actions">${block.elements.map((part) => (part.type === 'button' ? renderButton(part) : '')).join('')}</div>`;
    default:
      throw new Error(`Nothing here shows a block of the type ${block.type}.`);
  }
}

function renderRichText(element: RichTextBlock['elements'][number]): string {
  if (element.type === 'rich_text_quote')
    return `<blockquote>${element.elements.map(renderInline).join('')}</blockquote>`;
  if (element.type === 'rich_text_section')
    return `<p class="text">${element.elements.map(renderInline).join('')}</p>`;
  throw new Error(`Nothing here shows a ${element.type}.`);
}

function renderInline(part: RichTextElement): string {
  if (part.type === 'link')
    return `<a href="${escapeHtml(part.url)}">${escapeHtml(part.text ?? part.url)}</a>`;
  if (part.type !== 'text') throw new Error(`Nothing here shows a ${part.type}.`);
  const text = escapeHtml(part.text);
  if (part.style?.bold) return `<b>${text}</b>`;
  return part.style?.italic ? `<i>${text}</i>` : text;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
