import { createHash } from 'node:crypto';
import { z } from 'zod';
import { cleanLine } from '#contract/clean-text.ts';
import { actionIdOf, type ButtonValue, isDecision, readButtonValue } from './button-value.ts';
import { readPlace } from './message-place.ts';

/** A click on a button of one of our messages. */
export interface Click extends ButtonValue {
  /** The same each time that Slack sends this click. */
  decisionId: string;
  userId: string;
  userName: string;
  responseUrl: string;
  /** Of the message, as the store keeps it; null: Slack did not say. */
  place: string | null;
}

/** What is read of a `block_actions` payload. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const blockActions = z.object({
  type: z.literal('block_actions'),
  user: z.object({
    id: z.string().regex(/^[A-Z0-9]{2,40}$/),
    username: z.string().optional(),
    name: z.string().optional(),
  }),
  team: z.object({ id: z.string() }).nullish(),
  container: z.object({ message_ts: z.string().optional() }).optional(),
  channel: z.object({ id: z.string() }).nullish(),
  response_url: z.string(),
  actions: z
    .array(z.object({ action_id: z.string(), action_ts: z.string(), value: z.string().optional() }))
    .min(1),
});

/** What every payload of Slack has. */
const anyPayload = z.object({ type: z.string() });

const maxNameCharacters = 80;

/**
 * Reads the body of an interaction: a form with one field, which is JSON.
 *
 * @param standInOrigin of what stands in for Slack on this machine; null: nothing does
 * @returns `other`: an interaction of this app that decides nothing. `invalid`: nothing that Slack sends, or
 *   a decision that this version does not know
 */
export function readClick(body: Buffer, standInOrigin: string | null): Click | 'other' | 'invalid' {
  const payload = parsePayload(body);
  const parsed = blockActions.safeParse(payload);
  if (!parsed.success) return anyPayload.safeParse(payload).success ? 'other' : 'invalid';
  const { user, team, container, channel, response_url, actions } = parsed.data;
  const [action] = actions;
  if (action === undefined || !isDecision(action.action_id)) return 'other';
  const value = readButtonValue(action.value ?? '');
  if (value === null || action.action_id !== actionIdOf(value)) return 'invalid';
  if (!isResponseUrl(response_url, standInOrigin)) return 'invalid';
  const place = `${channel?.id} ${container?.message_ts}`;
  const name = cleanLine(user.username ?? user.name ?? '').slice(0, maxNameCharacters);
  return {
    ...value,
    decisionId: createHash('sha256')
      .update(JSON.stringify([team?.id, user.id, container?.message_ts, action.action_ts, action.value]))
      .digest('hex'),
    userId: user.id,
    userName: name === '' ? user.id : name,
    responseUrl: response_url,
    place: readPlace(place) === null ? null : place,
  };
}

function parsePayload(body: Buffer): unknown {
  try {
    return JSON.parse(new URLSearchParams(body.toString('utf8')).get('payload') ?? '');
  } catch {
    return undefined;
  }
}

/** Slack's hosts; the second is GovSlack's. https://docs.slack.dev/govslack */
const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];

/**
 * Whether answers may be posted there: https, one of Slack's hosts, and a path for interactions. Where a
 * stand-in on this machine takes the place of Slack, it may name itself.
 */
function isResponseUrl(value: string, standInOrigin: string | null): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false;
  if (!/^\/actions(\/[A-Za-z\d]+){3}$/.test(url.pathname)) return false;
  if (standInOrigin !== null && url.origin === standInOrigin) return true;
  return url.protocol === 'https:' && slackHosts.includes(url.host);
}
