import { randomUUID } from 'node:crypto';
import type { RecordedMessage } from './slack-channels.ts';
import { findPayloadProblems } from './slack-payload-rules.ts';

/** Slack's limit. https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
const mostUses = 5;

interface Issued {
  message: RecordedMessage;
  userId: string;
  uses: number;
}

export interface Reply {
  userId: string;
  text: string;
}

/** The addresses that Slack hands out with each click, and what is posted to them. */
export function createResponseUrls(options: {
  origin: string;
  onReplace(message: RecordedMessage, payload: object): void;
  onReply(reply: Reply): void;
  onViolation(what: string): void;
}) {
  const issued = new Map<string, Issued>();

  function issue(message: RecordedMessage, userId: string): string {
    const path = `/actions/T0ENTREE0/${issued.size + 1}/${randomUUID().replaceAll('-', '')}`;
    issued.set(path, { message, userId, uses: 0 });
    return `${options.origin}${path}`;
  }

  /** What Slack answers to a post. */
  function answer(path: string, raw: string): { status: number; body: string } {
    const url = issued.get(path);
    if (url === undefined) return refuse(404, 'invalid_url');
    url.uses += 1;
    if (url.uses > mostUses) {
      options.onViolation('a response URL was used a sixth time');
      return refuse(404, 'used_url');
    }
    const payload = JSON.parse(raw);
    const problems = findPayloadProblems(payload, ['replace_original', 'response_type']);
    const isReply = payload.response_type === 'ephemeral' && payload.replace_original === false;
    if (!isReply && (payload.replace_original !== true || payload.response_type !== undefined))
      problems.push('neither replaces the message nor replies to the one who clicked');
    for (const problem of problems) options.onViolation(problem);
    if (problems.length > 0) return refuse(400, 'invalid_blocks');
    const { replace_original: _replaces, response_type: _type, ...message } = payload;
    if (isReply) options.onReply({ userId: url.userId, text: message.text });
    else options.onReplace(url.message, message);
    return { status: 200, body: '{"ok":true}' };
  }

  return { issue, answer };
}

const refuse = (status: number, error: string) => ({ status, body: JSON.stringify({ ok: false, error }) });
