import type { Button, KnownBlock } from '@slack/types';
import type { ReceivedMail } from '#test/mail-server.ts';
import type { RecordedMessage, SlackStandIn } from '#test/slack-stand-in.ts';
import { escapeHtml, messageStyles, renderMessage } from './render-message.ts';

/** How often the page looks for news, in milliseconds. */
const lookEveryMs = 1_000;

/** The stand-in's channel, with buttons to click, beside the test mailbox. */
export function renderTrialPage(slack: SlackStandIn, mails: readonly ReceivedMail[], news: string): string {
  const messages = slack.messages
    .map((message, index) => (message.isDeleted ? '' : renderClickable(message, index)))
    .reverse();
  const replies = slack.replies.map(
    ({ text }) => `<p class="reply">Only you see this: ${escapeHtml(text)}</p>`,
  );
  const letters = mails.map(
    ({ to, mail }, index) =>
      `<article class="mail"><h3><a href="/letter/${index}">${escapeHtml(mail.subject ?? '')}</a></h3>
<p>To ${escapeHtml(to.join(', '))}. <a href="/letter/${index}/text">As plain text</a></p>
<iframe title="The letter to ${escapeHtml(to.join(', '))}" src="/letter/${index}"></iframe></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Channel and mailbox</title><link rel="icon" href="data:,">
<style>body{margin:0;font:15px/1.46 "Liberation Sans",Arial,sans-serif}main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr))}
section{padding:20px}h1{font-size:20px;padding-left:20px}.reply{color:#616061;padding-left:20px}.mail iframe{width:100%;height:70vh;border:1px solid #ccc}${messageStyles}</style>
<main><section aria-label="Channel"><h1># waitlist</h1><p class="reply"><a href="/console" target="_blank">Open the console</a></p>${replies.join('')}${messages.join('') || '<p>No application.</p>'}</section>
<section aria-label="Mailbox"><h1>Mailbox</h1>${letters.reverse().join('') || '<p>No letter yet. One is sent ten seconds after an invitation.</p>'}</section></main>
<script>
const shown = ${JSON.stringify(news)};
setInterval(async () => {
  const answer = await fetch('/news').catch(() => null);
  if (answer?.ok && (await answer.text()) !== shown && !document.querySelector(':popover-open')) location.reload();
}, ${lookEveryMs});
</script></html>`;
}

function renderClickable({ payload }: RecordedMessage, index: number): string {
  let dialogs = '';
  const renderButton = ({ text: { text }, style, confirm, action_id }: Button): string => {
    const send = (label: string, className: string) =>
      `<form method="post" action="/click"><input type="hidden" name="message" value="${index}"><input type="hidden" name="button" value="${escapeHtml(text)}"><button class="${className}">${escapeHtml(label)}</button></form>`;
    if (confirm === undefined) return send(text, style ?? '');
    const id = `dialog-${index}-${action_id}`;
    dialogs += `<div class="dialog" id="${id}" popover role="dialog" aria-label="${escapeHtml(confirm.title?.text ?? '')}"><h3>${escapeHtml(confirm.title?.text ?? '')}</h3><p>${escapeHtml(confirm.text.text)}</p>${send(confirm.confirm?.text ?? 'Yes', confirm.style ?? '')} <button popovertarget="${id}" popovertargetaction="hide">${escapeHtml(confirm.deny?.text ?? 'No')}</button></div>`;
    return `<button class="${style ?? ''}" popovertarget="${id}">${escapeHtml(text)}</button>`;
  };
  return renderMessage(payload as { blocks: KnownBlock[] }, renderButton) + dialogs;
}
