export interface Explanation {
  /** What happened. */
  what: string;
  /** What to do. */
  advice: string;
}

const newWebhook =
  'Make a new webhook (api.slack.com/apps, your app, Incoming Webhooks, "Add New Webhook to Workspace"), set it and start the server again.';

/** Slack's answers to a refused post: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
const words: Readonly<Record<string, Explanation>> = {
  invalid_payload: {
    what: 'Slack could not read the message.',
    advice:
      'Only this message is affected. Read it with "show", answer the person directly, then "discard" it; and tell the developers its number.',
  },
  invalid_blocks: {
    what: 'Slack does not take the layout of the message.',
    advice: 'Only this message is affected. Read it with "show", and tell the developers its number.',
  },
  no_text: {
    what: 'Slack found the message empty.',
    advice: 'Only this message is affected. Read it with "show", and tell the developers its number.',
  },
  msg_too_long: {
    what: 'Slack found the message too long.',
    advice: 'Only this message is affected. Read it with "show", and tell the developers its number.',
  },
  user_not_found: {
    what: 'The person whom the webhook writes to is no longer in the workspace.',
    advice: newWebhook,
  },
  action_prohibited: {
    what: 'An administrator of the workspace does not let webhooks post here.',
    advice: 'Ask an administrator to allow the app in this channel, then run "retry".',
  },
  posting_to_general_channel_denied: {
    what: 'The webhook belongs to the general channel, where only some may post.',
    advice: `Give the list a channel of its own. ${newWebhook}`,
  },
  invalid_token: {
    what: 'The webhook is not valid: it was revoked, or the address was copied incompletely.',
    advice: `Compare the address with the one that Slack shows. If it is gone: ${newWebhook}`,
  },
  channel_not_found: { what: 'The channel of the webhook was deleted.', advice: newWebhook },
  channel_is_archived: {
    what: 'The channel of the webhook is archived.',
    advice: 'Unarchive the channel in Slack, then run "retry"; or make a webhook for another channel.',
  },
  no_service: {
    what: 'The webhook was removed, or its address was copied incompletely.',
    advice: `Compare the address with the one that Slack shows. If it is gone: ${newWebhook}`,
  },
  no_service_id: {
    what: 'The address of the webhook is incomplete.',
    advice: 'Copy it again from Slack, whole, and start the server again.',
  },
  no_active_hooks: {
    what: 'The webhook was disabled, by a person or by Slack after too many posts.',
    advice: `Enable it in the app's settings, then run "retry". Or: ${newWebhook}`,
  },
  no_team: { what: 'The workspace of the webhook does not exist (any more).', advice: newWebhook },
  team_disabled: {
    what: 'The workspace of the webhook is disabled.',
    advice: 'Ask its owner; or make a webhook in another workspace.',
  },
};

/**
 * Explains the reason of a failed send (`Slack answered 410 channel_is_archived`), with or without a prefix, to
 * the operator.
 */
export function explainReason(reason: string): Explanation {
  const [, status, word] = /Slack answered (\d{3})(?: ([a-z_]{1,60}))?$/.exec(reason) ?? [];
  const known = word === undefined || !Object.hasOwn(words, word) ? undefined : words[word];
  if (known !== undefined) return known;
  if (status !== undefined) return explainStatus(Number(status));
  if (reason === 'Slack did not answer in time') {
    return {
      what: 'Slack did not answer within ten seconds; the message may have been posted all the same.',
      advice: 'Look at the channel and at status.slack.com. Submissions are tried again by themselves.',
    };
  }
  const [, code] = /^Slack was not reached(?: \(([A-Z_]+)\))?$/.exec(reason) ?? [];
  return {
    what:
      code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? "The name of the webhook's host is not known to this machine."
        : 'This machine could not reach Slack.',
    advice:
      'Check the address, the network, DNS and firewall of this machine (outgoing, port 443). Submissions are tried again by themselves.',
  };
}

function explainStatus(status: number): Explanation {
  if (status === 429) {
    return {
      what: 'Slack asks for a pause: too many messages came through this webhook.',
      advice: 'Wait a minute. Submissions are tried again by themselves, no sooner than Slack allows.',
    };
  }
  if (status >= 500) {
    return {
      what: 'Slack itself is in trouble.',
      advice: 'Look at status.slack.com. Submissions are tried again by themselves.',
    };
  }
  if (status === 403 || status === 404 || status === 410) {
    return { what: 'Slack does not know this webhook, or no longer.', advice: newWebhook };
  }
  if (status < 400) {
    return {
      what: 'The address is not a Slack webhook: something else answered.',
      advice: 'Compare the address with the one that Slack shows: https://hooks.slack.com/services/…',
    };
  }
  return {
    what: 'Slack refused the message with an answer that is not known here.',
    advice: 'Compare the address with the one that Slack shows; then make a new webhook.',
  };
}
