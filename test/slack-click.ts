import { createHmac, randomUUID } from 'node:crypto';

export interface SlackUser {
  id: string;
  name: string;
}

/** A button as Slack shows it. */
export interface ShownButton {
  text: string;
  actionId: string;
  value: string;
  /** What its dialog says; null: it has none. */
  dialog: { title: string; text: string } | null;
}

/** The buttons that a person sees in a message. */
export function findButtons(payload: unknown): ShownButton[] {
  const { blocks } = payload as { blocks: { type: string; elements?: unknown[] }[] };
  return blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements = [] }) => elements as RawButton[])
    .map(({ text, action_id, value, confirm }) => ({
      text: text.text,
      actionId: action_id,
      value,
      dialog: confirm === undefined ? null : { title: confirm.title.text, text: confirm.text.text },
    }));
}

interface RawButton {
  text: { text: string };
  action_id: string;
  value: string;
  confirm?: { title: { text: string }; text: { text: string } };
}

/** What Slack sends for one click. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function composeClick(options: {
  message: unknown;
  messageTs: string;
  /** Its id. */
  channel?: string;
  button: Pick<ShownButton, 'actionId' | 'value' | 'text'>;
  user: SlackUser;
  responseUrl: string;
}): object {
  const { message, messageTs, channel = 'C0WAITLIST', button, user, responseUrl } = options;
  return {
    type: 'block_actions',
    user: { id: user.id, username: user.name, name: user.name, team_id: 'T0ENTREE0' },
    api_app_id: 'A0ENTREE0',
    token: 'not-used-any-more',
    container: { type: 'message', message_ts: messageTs, channel_id: channel, is_ephemeral: false },
    trigger_id: `${Date.now()}.1.${randomUUID()}`,
    team: { id: 'T0ENTREE0', domain: 'entree' },
    enterprise: null,
    is_enterprise_install: false,
    channel: { id: channel, name: channel.slice(2).toLowerCase() },
    message: { type: 'message', bot_id: 'B0ENTREE0', ts: messageTs, ...(message as object) },
    state: { values: {} },
    response_url: responseUrl,
    actions: [
      {
        action_id: button.actionId,
        block_id: 'b1',
        text: { type: 'plain_text', text: button.text, emoji: false },
        value: button.value,
        type: 'button',
        action_ts: `${Date.now() / 1_000}${Math.random()}`,
      },
    ],
  };
}

/** The body as Slack sends it: a form with one field. */
export const writeClickBody = (click: object): string =>
  new URLSearchParams({ payload: JSON.stringify(click) }).toString();

/** The headers of a body that Slack has signed. https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signAsSlack(
  body: string | Buffer,
  signingSecret: string,
  nowMs = Date.now(),
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const hash = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${hash}`,
  };
}
