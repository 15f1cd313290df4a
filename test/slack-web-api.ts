import type { RecordedMessage, SlackChannel, SlackChannels } from './slack-channels.ts';
import { findPayloadProblems, findUpdateProblems } from './slack-payload-rules.ts';

type JsonObject = Record<string, unknown>;

export interface ApiCall {
  method: string;
  args: JsonObject;
  authorization: string;
}

interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The app as it is installed in the workspace; a test may change it. */
export interface InstalledApp {
  readonly token: string;
  /** What the token is answered with instead; null: it is valid. */
  tokenError: 'invalid_auth' | 'token_revoked' | 'token_expired' | 'account_inactive' | null;
  scopes: readonly string[];
  readonly waitlist: SlackChannel;
  readonly contact: SlackChannel;
}

export const createInstalledApp = (): InstalledApp => ({
  token: 'xoxb-1234567890-1234567890123-standInForSlack',
  tokenError: null,
  scopes: ['chat:write'],
  waitlist: { id: 'C0WAITLIST', name: 'waitlist', isMember: true, isPrivate: false, isArchived: false },
  contact: { id: 'C0CONTACT', name: 'contact', isMember: true, isPrivate: false, isArchived: false },
});

/**
 * The methods of Slack's Web API that an app needs which posts to channels; stricter than Slack where its
 * documentation leaves room. https://docs.slack.dev/reference/methods
 */
export function createWebApi(options: {
  app: InstalledApp;
  channels: SlackChannels;
  /** Smallest time between two posts to one channel; 0: none. */
  minIntervalMs: number;
  paceToleranceMs: number;
  /** Most calls of `chat.update`, and of `chat.delete`, within a minute; 0: no limit. Slack's tier 3 is 50. https://docs.slack.dev/apis/web-api/rate-limits */
  perMinute: number;
  onViolation(what: string): void;
}) {
  const { app, channels } = options;
  const pace = createPace();

  function answer(call: ApiCall): ApiAnswer {
    const tokenError = findTokenError(call.authorization);
    if (tokenError !== null) return refuse(tokenError);
    const needed = refusalOf(call);
    const headers: Record<string, string> = { 'X-OAuth-Scopes': app.scopes.join(',') };
    if (needed !== null) headers['X-Accepted-OAuth-Scopes'] = needed;
    const result = run(call, needed);
    return { ...result, headers: { ...headers, ...result.headers } };
  }

  function findTokenError(authorization: string): string | null {
    if (authorization === '') return 'not_authed';
    return authorization === `Bearer ${app.token}` ? app.tokenError : 'invalid_auth';
  }

  function refusalOf({ method, args }: ApiCall): string | null {
    if (method.startsWith('chat.')) return 'chat:write';
    if (method !== 'conversations.info') return null;
    return findChannel(args['channel'])?.isPrivate ? 'groups:read' : 'channels:read';
  }

  function run({ method, args }: ApiCall, needed: string | null): ApiAnswer {
    if (needed !== null && !app.scopes.includes(needed))
      return refuse('missing_scope', { needed, provided: app.scopes.join(',') });
    switch (method) {
      case 'auth.test':
        return accept({
          url: 'https://entree.slack.com/',
          team: 'Entrée',
          user: 'entree',
          team_id: 'T0ENTREE0',
          user_id: 'U0ENTREE0',
          bot_id: 'B0ENTREE0',
          is_enterprise_install: false,
        });
      case 'conversations.info':
        return describeChannel(args);
      case 'chat.postMessage':
        return post(args);
      case 'chat.update':
        return update(args);
      case 'chat.delete':
        return remove(args);
      default:
        return refuse('unknown_method');
    }
  }

  /** By its id, and where Slack allows it by its name. A private channel without the app does not exist for it. */
  function findChannel(channel: unknown, names: 'names too' | 'ids' = 'ids'): SlackChannel | null {
    const isMeant = ({ id, name }: SlackChannel) =>
      channel === id || (names === 'names too' && (channel === name || channel === `#${name}`));
    const found = [app.waitlist, app.contact].find(isMeant);
    return found === undefined || (found.isPrivate && !found.isMember) ? null : found;
  }

  function describeChannel({ channel }: JsonObject): ApiAnswer {
    const found = findChannel(channel);
    if (found === null) return refuse('channel_not_found');
    const { id, name, isMember, isPrivate, isArchived } = found;
    return accept({
      channel: { id, name, is_member: isMember, is_private: isPrivate, is_archived: isArchived },
    });
  }

  function post({ channel: named, ...payload }: JsonObject): ApiAnswer {
    const channel = findChannel(named, 'names too');
    if (channel === null) return refuse('channel_not_found');
    if (channel.isArchived) return refuse('is_archived');
    if (!channel.isMember && !app.scopes.includes('chat:write.public')) return refuse('not_in_channel');
    const refusal = checkContent(payload, findPayloadProblems(payload));
    if (refusal !== null) return refusal;
    const waitMs = pace.waitForPost(channel.id);
    if (waitMs > 0) return limit('chat.postMessage', waitMs);
    const raw = JSON.stringify({ channel: named, ...payload });
    const message = channels.post({ payload, raw, webhook: '', channel: channel.id });
    return accept({ channel: channel.id, ts: message.ts, message: showMessage(message) });
  }

  function update({ channel, ts, ...payload }: JsonObject): ApiAnswer {
    const found = findMessage(channel, ts, { archived: 'is_inactive', ofOthers: 'cant_update_message' });
    if ('status' in found) return found;
    const refusal = checkContent(payload, findUpdateProblems(payload));
    if (refusal !== null) return refusal;
    if (hasRichText(found.payload) && !hasRichText(payload)) return refuse('block_mismatch');
    const waitMs = pace.waitForCall('chat.update');
    if (waitMs > 0) return limit('chat.update', waitMs);
    channels.replace(found, { ...(found.payload as object), ...payload });
    return accept({ channel, ts, text: payload['text'], message: showMessage(found) });
  }

  function remove({ channel, ts, ...rest }: JsonObject): ApiAnswer {
    for (const key of Object.keys(rest)) options.onViolation(`chat.delete: unknown key ${key}`);
    const found = findMessage(channel, ts, { archived: 'is_archived', ofOthers: 'cant_delete_message' });
    if ('status' in found) return found;
    const waitMs = pace.waitForCall('chat.delete');
    if (waitMs > 0) return limit('chat.delete', waitMs);
    channels.delete(found);
    return accept({ channel, ts });
  }

  /** One of the app's own: what a webhook posted is of others, though the app has both. */
  function findMessage(
    channelId: unknown,
    ts: unknown,
    errors: { archived: string; ofOthers: string },
  ): RecordedMessage | ApiAnswer {
    const channel = findChannel(channelId);
    if (channel === null) return refuse('channel_not_found');
    if (typeof ts !== 'string') options.onViolation('ts: not a string');
    const message = channels.find(channel.id, String(ts));
    if (message === null) return refuse('message_not_found');
    if (channel.isArchived) return refuse(errors.archived);
    return message.webhook === '' ? message : refuse(errors.ofOthers);
  }

  function checkContent({ text, blocks }: JsonObject, problems: readonly string[]): ApiAnswer | null {
    if (problems.length === 0) return null;
    for (const problem of problems) options.onViolation(problem);
    if (text === undefined && blocks === undefined) return refuse('no_text');
    return refuse(typeof text === 'string' && text.length > 4_000 ? 'msg_too_long' : 'invalid_blocks');
  }

  function limit(method: string, waitMs: number): ApiAnswer {
    options.onViolation(`pace: ${method} came ${Math.ceil(waitMs)} ms too early`);
    const retryAfter = String(Math.ceil(waitMs / 1_000));
    return { ...refuse('ratelimited'), status: 429, headers: { 'Retry-After': retryAfter } };
  }

  /** How long a call comes too early, in milliseconds; one that does is not counted. */
  function createPace() {
    const lastPostAtMs = new Map<string, number>();
    const callsAtMs = new Map<string, number[]>();
    return {
      waitForPost(channel: string): number {
        const nowMs = performance.now();
        const last = lastPostAtMs.get(channel);
        const waitMs = last === undefined ? 0 : options.minIntervalMs - (nowMs - last);
        if (waitMs > options.paceToleranceMs) return waitMs;
        lastPostAtMs.set(channel, nowMs);
        return 0;
      },
      waitForCall(method: string): number {
        if (options.perMinute === 0) return 0;
        const nowMs = performance.now();
        const calls = (callsAtMs.get(method) ?? []).filter((atMs) => nowMs - atMs < 60_000);
        callsAtMs.set(method, calls);
        const [oldest = nowMs] = calls;
        if (calls.length >= options.perMinute) return 60_000 - (nowMs - oldest);
        calls.push(nowMs);
        return 0;
      },
    };
  }

  return { answer };
}

/** A call's arguments: JSON, or as Slack's own client sends them, a form whose objects are JSON. */
export function readArguments(contentType: string, raw: string): { args: JsonObject; problems: string[] } {
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { args: Object.fromEntries([...new URLSearchParams(raw)].map(readFormField)), problems: [] };
  }
  const problems =
    contentType === 'application/json; charset=utf-8' ? [] : [`the content type is ${contentType}`];
  try {
    return { args: JSON.parse(raw), problems };
  } catch {
    return { args: {}, problems: [...problems, 'the body is not JSON'] };
  }
}

function readFormField([name, value]: [string, string]): [string, unknown] {
  const isJson = ['blocks', 'unfurl_links', 'unfurl_media'].includes(name);
  return [name, isJson ? JSON.parse(value) : value];
}

const hasRichText = (payload: unknown): boolean =>
  (payload as { blocks: { type: string }[] }).blocks.some(({ type }) => type === 'rich_text');

const showMessage = ({ ts, payload }: RecordedMessage): JsonObject => {
  const { text, blocks } = payload as JsonObject;
  return { type: 'message', user: 'U0ENTREE0', bot_id: 'B0ENTREE0', app_id: 'A0ENTREE0', ts, text, blocks };
};

const accept = (body: JsonObject): ApiAnswer => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ ok: true, ...body }),
});

/** Slack answers with status 200 here, too. */
export const refuse = (error: string, more: JsonObject = {}): ApiAnswer => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ ok: false, error, ...more }),
});
