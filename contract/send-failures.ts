import { describePeriod } from './periods.ts';

export interface Explanation {
  /** What happened. */
  what: string;
  /** What to do. */
  advice: string;
}

interface KnownFailure extends Explanation {
  /** Final: this message (others may succeed), or all of the channel. null: it is tried again. */
  refuses: 'message' | 'all' | null;
}

const triedAgain = (what: string, advice: string): KnownFailure => ({ what, advice, refuses: null });
const refusesMessage = (what: string, advice: string): KnownFailure => ({ what, advice, refuses: 'message' });
const refusesAll = (what: string, advice: string): KnownFailure => ({ what, advice, refuses: 'all' });

const newWebhook =
  'Make a new webhook (api.slack.com/apps, your app, Incoming Webhooks, "Add New Webhook to Workspace"), set it and start the server again.';
const compareWebhook = `Compare the address with the one that Slack shows: https://hooks.slack.com/services/… If it is gone: ${newWebhook}`;
const oneMessage =
  'Only this message is affected. Read it, answer the person directly, then discard it; and tell the developers its number.';
const newToken =
  'Install the app into the workspace (api.slack.com/apps, your app, "OAuth & Permissions"), set its "Bot User OAuth Token" as SLACK_BOT_TOKEN and start the server again.';
const byHand = 'Change or delete it in Slack by hand.';
const byItself = 'It is tried again by itself.';
const forThreeDays = `${byItself} What was not taken for ${describePeriod('eventTriedMs')} is parked: then retry.`;
const checkMailHost =
  'Check host and port in SMTP_URL (465 with smtps://, 587 with smtp://), and whether the firewall lets this machine out; many providers of servers block these ports.';

const badMessage = refusesMessage(
  'Slack could not read the message. Its layout or its length is not one that Slack takes.',
  oneMessage,
);
const tooLate = refusesMessage(
  'Slack no longer takes changes to this message.',
  'Nothing. The decision stands.',
);
const placeGone = refusesAll(
  'The channel, the person or the workspace of the webhook is deleted or disabled.',
  newWebhook,
);
const postForbidden = refusesAll(
  'The workspace does not let the app post in this channel.',
  'Ask an administrator to allow it, then retry; or give the list another channel.',
);
const webhookGone = refusesAll(
  'The webhook was removed, or its address was copied incompletely.',
  compareWebhook,
);
const channelArchived = refusesAll(
  'The channel is archived.',
  'Unarchive the channel in Slack, then retry; or give the list another channel.',
);
const badToken = refusesAll(
  'Slack does not take the bot token: it was revoked, has expired, was copied incompletely or is of another kind, or the app was disabled or deleted.',
  `${newToken} If it has expired, turn "token rotation" off for the app before.`,
);
const notOwnMessage = refusesMessage(
  'Slack does not let the app change or delete this message: a webhook or another app posted it.',
  byHand,
);
const unreached = triedAgain(
  "This machine does not know the name of Slack's host or could not reach it, or the connection was cut.",
  `Check the address, the network, DNS and firewall of this machine (outgoing, port 443); where only a proxy leads out, name it in HTTPS_PROXY. ${byItself}`,
);

/**
 * Why a send failed: for each code, what happened, then what to do. The code is what is stored and logged; console and
 * command line show these texts.
 *
 * A code `slack_…` with one of Slack's own words ends in that word:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
 * The Web API has words of its own, `slack_app_…`: https://docs.slack.dev/reference/methods/chat.postMessage#errors
 */
export const sendFailures = {
  send_cut_off: triedAgain('The server was stopped while it was sending.', byItself),
  send_threw: triedAgain(
    'The program itself failed while it was sending.',
    `Look into the log for "sending threw", and tell the developers. ${byItself}`,
  ),

  slack_invalid_payload: badMessage,
  slack_invalid_blocks: badMessage,
  slack_no_text: badMessage,
  slack_msg_too_long: badMessage,
  slack_used_url: tooLate,
  slack_expired_url: tooLate,
  slack_user_not_found: placeGone,
  slack_action_prohibited: postForbidden,
  slack_posting_to_general_channel_denied: postForbidden,
  slack_invalid_token: webhookGone,
  slack_channel_not_found: placeGone,
  slack_channel_is_archived: channelArchived,
  slack_no_service: webhookGone,
  slack_no_service_id: webhookGone,
  slack_no_active_hooks: refusesAll(
    'The webhook was disabled, by a person or by Slack after too many posts.',
    `Enable it in the app's settings, then retry. Or: ${newWebhook}`,
  ),
  slack_no_team: placeGone,
  slack_team_disabled: placeGone,
  slack_rate_limited: triedAgain(
    'Slack asks for a pause: too many messages came in a short time.',
    `Wait a minute. ${byItself}`,
  ),
  slack_in_trouble: triedAgain(
    'Slack, or a proxy on the way to it, is in trouble.',
    `Look at status.slack.com. ${byItself}`,
  ),
  slack_other_answer: triedAgain(
    'The answer is not one that Slack gives: a proxy or a firewall answered, or the address is not one of Slack.',
    `Look at what stands between this machine and Slack. ${byItself} ${compareWebhook}`,
  ),
  slack_unanswered: triedAgain(
    'The message was sent and Slack did not answer in time; it may be in the channel.',
    `Look at the channel and at status.slack.com. ${byItself}`,
  ),
  slack_unreached: unreached,

  slack_app_invalid_auth: badToken,
  slack_app_not_authed: badToken,
  slack_app_token_revoked: badToken,
  slack_app_token_expired: badToken,
  slack_app_account_inactive: badToken,
  slack_app_missing_scope: refusesAll(
    'The app lacks a scope that it needs, such as chat:write.',
    'Add the scope (api.slack.com/apps, your app, "OAuth & Permissions", "Bot Token Scopes"), install the app again, then retry.',
  ),
  slack_app_not_allowed_token_type: badToken,
  slack_app_org_login_required: refusesAll(
    'The workspace is being moved into another organization.',
    'Wait until that is done, then retry.',
  ),
  slack_app_not_in_channel: refusesAll(
    'The app is not a member of the channel.',
    'Write "/invite" and the name of the app in the channel, then retry.',
  ),
  slack_app_channel_not_found: refusesAll(
    'Slack knows no such channel, or it is private and the app is not a member of it.',
    'Compare SLACK_CHANNEL and SLACK_CONTACT_CHANNEL with the channel in Slack. In a private one, write "/invite" and the name of the app there, then retry.',
  ),
  slack_app_is_archived: channelArchived,
  slack_app_restricted_action: postForbidden,
  slack_app_invalid_blocks: badMessage,
  slack_app_invalid_arguments: badMessage,
  slack_app_block_mismatch: badMessage,
  slack_app_no_text: badMessage,
  slack_app_msg_too_long: badMessage,
  slack_app_is_inactive: refusesMessage(
    'The channel of the message is archived, so the message cannot be changed.',
    `Unarchive the channel in Slack, then retry what is parked. Or: ${byHand}`,
  ),
  slack_app_message_not_found: refusesMessage(
    'The message is no longer in Slack: somebody deleted it there.',
    'Nothing.',
  ),
  slack_app_cant_update_message: notOwnMessage,
  slack_app_edit_window_closed: refusesMessage(
    'The workspace lets messages be changed for a limited time only, which is over for this one.',
    `Ask an administrator for a longer time ("Message editing"), then retry what is parked. Or: ${byHand}`,
  ),
  slack_app_cant_delete_message: notOwnMessage,
  slack_app_compliance_exports_prevent_deletion: refusesMessage(
    'The compliance exports of the workspace forbid that messages are deleted.',
    'Ask the owner of the workspace: only they can have the message deleted.',
  ),
  slack_app_other_answer: triedAgain(
    'Slack refused the call with a word that this program does not know.',
    `Look the word up at docs.slack.dev/reference/methods. ${byItself}`,
  ),

  mail_unanswered: triedAgain(
    'The letter was sent and the mail server did not say whether it took it; it may have been delivered.',
    'It is sent once more after some minutes. Where that is unanswered too, it is parked: ask the applicant, or whoever runs the mail server, before you retry it.',
  ),
  mail_restored: triedAgain(
    'The letter was to be sent when the backup was made; it may have been sent since.',
    'If the person has none, retry, and it is sent.',
  ),
  mail_silent: triedAgain('The mail server was silent for too long.', `${checkMailHost} ${byItself}`),
  mail_host_unknown: triedAgain(
    'The name of the mail server is not known to this machine.',
    'Check the host in SMTP_URL, and the DNS of this machine.',
  ),
  mail_not_listening: triedAgain('Nothing listens at this host and port.', `${checkMailHost} ${byItself}`),
  mail_unreached: triedAgain(
    'The connection to the mail server was not made, or was cut.',
    `${checkMailHost} ${byItself}`,
  ),
  mail_tls_name: triedAgain(
    'The certificate of the mail server is for another name.',
    'Write the host in SMTP_URL as the provider gives it, not an alias or an address.',
  ),
  mail_tls_expired: triedAgain(
    'The certificate of the mail server is expired, or the clock of this machine is wrong.',
    `Check the clock; then ask whoever runs the mail server to renew it. ${byItself}`,
  ),
  mail_tls_untrusted: triedAgain(
    'The certificate of the mail server is not signed by an authority that this machine trusts.',
    'With a mail server of your own, name its authority in NODE_EXTRA_CA_CERTS; otherwise check the host in SMTP_URL.',
  ),
  mail_tls_failed: triedAgain(
    'The connection could not be encrypted.',
    'Use smtps:// with port 465, or smtp:// with port 587; a port that expects the other one fails like this. Without TLS nothing is sent.',
  ),
  mail_login_unavailable: triedAgain('The mail server cannot check the login at the moment.', byItself),
  mail_login_refused: refusesAll(
    'The mail server refuses the user name or the password.',
    'Compare both with those of your provider; many want a password made for programs ("app password"). Percent-encode special characters in SMTP_URL. Then start the server again.',
  ),
  mail_login_wanted: refusesAll(
    'The mail server wants a login, or an encrypted connection first.',
    'Put user name and password into SMTP_URL, and use smtps:// with port 465 or smtp:// with port 587. Then start the server again.',
  ),
  mail_login_needs_tls: refusesAll(
    'The mail server takes the login only over an encrypted connection.',
    'Use smtps:// with port 465, or smtp:// with port 587. Then start the server again.',
  ),
  mail_no_login: refusesAll(
    'SMTP_URL has a user name, and the mail server offers no way to log in with one.',
    'Leave user name and password out of SMTP_URL if the server knows this machine by its address; or use the port that takes logins (465 with smtps://, 587 with smtp://).',
  ),
  mail_passwords_off: refusesAll(
    'The mail server takes no passwords, only tokens (OAuth): logins by password ("basic authentication") are switched off. No password helps.',
    'With Microsoft 365, ask its administrator to allow authenticated SMTP for this mailbox, if the organization still may; otherwise put a server that takes a password into SMTP_URL, such as that of a sending service. Then start the server again.',
  ),
  mail_sender_refused: refusesAll(
    'The mail server refuses the address in MAIL_FROM.',
    'Set MAIL_FROM to an address that this account may send from, and start the server again.',
  ),
  mail_quota_used: triedAgain(
    'The mail account has sent as much as its provider lets it for now.',
    'All letters wait and are tried again by themselves. If it lasts, ask the provider for more, or set MAIL_MIN_INTERVAL_MS higher.',
  ),
  mail_account_refused: refusesAll(
    'The mail server refuses this account or its sender, whoever the letter is for: it is not verified, or is blocked.',
    'Look into the account at your provider, and whether it may send from MAIL_FROM. Then retry.',
  ),
  mail_all_refused: refusesAll(
    'The mail server refused several letters in a row, to different domains, with the same answer, so it is probably not about one of them.',
    'Look up the answer at your provider, and try "test-mail" with your own address. Then retry, also what was parked before.',
  ),
  mail_server_refused: refusesAll(
    'The mail server does not talk to this machine.',
    'Check host and port in SMTP_URL; ask the provider whether the address of this machine is blocked. Then retry.',
  ),
  mail_greeting_refused: triedAgain(
    'The mail server closes the connection when the program says its name (EHLO).',
    `The name is the host of SITE_URL, or the domain of MAIL_FROM where the site has no public name. Ask the provider to let the address of this machine send (Google Workspace: "SMTP relay service"), and whether it takes this name. ${byItself}`,
  ),
  mail_greylisted: triedAgain(
    'The mail server asks to come back later, as many do with a sender that they do not know (greylisting).',
    byItself,
  ),
  mail_later: triedAgain(
    'The mail server cannot take the letter at the moment.',
    `${byItself} If it lasts, ask the provider about limits, or set MAIL_MIN_INTERVAL_MS higher.`,
  ),
  mail_recipient_not_passed_on: refusesMessage(
    'The mail server does not pass letters on to this address: its rules forbid it, or it passes nothing on without a login.',
    'If it refuses every address, put user name and password into SMTP_URL, or ask the provider. Then retry what is parked.',
  ),
  mail_recipient_refused: refusesMessage(
    'The mail server says that the address does not exist, or takes no mail.',
    'Look at the application; write to the person in another way, or retry once the address works.',
  ),
  mail_letter_refused: refusesMessage(
    'The mail server refuses the letter itself, most often as suspected spam or as too large, or because the account may not send.',
    'Look into the account at your provider; check SPF, DKIM and DMARC of the domain of MAIL_FROM (docs/operations.md). Then retry what is parked.',
  ),
  came_back: refusesMessage(
    'The letter came back after the mail server had taken it: somebody of the team saw the bounce.',
    'Look for another address among the applications, or write to the person in another way. The letter can be sent again.',
  ),
  mail_address_inner: refusesMessage(
    'No letter goes to this address: it names no host in the public internet, or says how mail is to be passed on.',
    'Look at the application, and write to the person in another way.',
  ),
  mail_address_unusable: refusesMessage(
    'The address cannot be written to through this mail server.',
    'Look at the application, and write to the person in another way.',
  ),

  webhook_gone: refusesAll(
    'The address in WEBHOOK_URL answers that it is gone for good (410).',
    'Switch the receiver on again, then retry; or set another address and start the server again. Without WEBHOOK_URL no event is queued, and those that wait are deleted.',
  ),
  webhook_refused: triedAgain(
    'The address in WEBHOOK_URL did not take the event: its answer was no success (2xx).',
    `By the number: 401 and 403 mean that the receiver wants a login or has another secret, 404 that nobody listens there or the workflow is off, 3xx another address, 5xx a fault of its own. ${forThreeDays}`,
  ),
  webhook_too_large: refusesMessage(
    'The event is above 64 KiB and was not posted.',
    'Tell the developers. Until then copy by hand what the event was about.',
  ),
  webhook_unanswered: triedAgain(
    'The event was sent, and the address in WEBHOOK_URL did not answer within 15 seconds; it may have taken the event.',
    `Let the receiver answer first and work afterwards. ${forThreeDays}`,
  ),
  webhook_unreached: triedAgain(
    'This machine could not reach the address in WEBHOOK_URL, or the connection was cut.',
    `Check the address and whether the receiver runs, then DNS and firewall of this machine. ${forThreeDays}`,
  ),
};

export type SendFailureCode = keyof typeof sendFailures;

export interface SendFailure {
  code: SendFailureCode;
  /** What the other side answered, in its own words or codes: short, without a person's data; null: nothing. */
  detail: string | null;
}

/** How a failure is stored: its code, then the detail. */
export const storedReason = ({ code, detail }: SendFailure): string =>
  detail === null ? code : `${code} ${detail}`;

export type ExplainedReason = Explanation & { reason: string };

/** A reason as it is stored, with its texts. One of an earlier release is shown as it is. */
export function explainStoredReason(reason: string): ExplainedReason {
  const [code = ''] = reason.split(' ', 1);
  const { what, advice } = isSendFailureCode(code) ? sendFailures[code] : unknownReason;
  return { reason, what, advice };
}

const unknownReason: Explanation = {
  what: 'An earlier version of this program stored this reason.',
  advice: 'Correct what it names, then retry.',
};

export const isSendFailureCode = (code: string): code is SendFailureCode => Object.hasOwn(sendFailures, code);

/** Why a letter came back, as it was said then; empty: nobody said. null: it did not come back. */
export const cameBackReason = (reason: string | null): string | null =>
  reason?.startsWith('came_back') === true ? reason.slice('came_back '.length) : null;

/** Whether a failure is final, and for what; null: it is tried again. */
export const refusalOf = (code: SendFailureCode): KnownFailure['refuses'] => sendFailures[code].refuses;
