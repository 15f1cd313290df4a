import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createSlackChannels, type RecordedMessage } from './slack-channels.ts';
import { composeClick, findButtons, type SlackUser, signAsSlack, writeClickBody } from './slack-click.ts';
import { findPayloadProblems } from './slack-payload-rules.ts';
import { createResponseUrls, type Reply } from './slack-response-urls.ts';
import { type ApiCall, createInstalledApp, createWebApi, readArguments, refuse } from './slack-web-api.ts';

export type { RecordedMessage };

/** What the stand-in does with a post instead of accepting it. */
export type SlackFault =
  /** 429, with `Retry-After` when `retryAfterSeconds` is given. */
  | { kind: 'rateLimited'; retryAfterSeconds?: number | string }
  /** Slack's refusal for good: a webhook's word, or a code of the Web API. */
  | { kind: 'refused'; code: string }
  /** Another answer: of Slack in trouble, or of something in between. */
  | { kind: 'answer'; status: number; body?: string; headers?: Readonly<Record<string, string>> }
  /** Reads the request and never answers. */
  | { kind: 'hang' }
  /** Closes the connection before the message is accepted. */
  | { kind: 'reset' }
  /** Status 200, then a character a second, without end. */
  | { kind: 'slowDrip' }
  /** The message is in the channel, and the answer never arrives. */
  | { kind: 'cutAfterRecording' }
  /** The message is in the channel, and the answer comes so late. */
  | { kind: 'late'; afterMs: number };

interface SlackStandInOptions {
  /** Two messages of one webhook or channel closer together than this are a violation; 0 checks nothing. */
  minIntervalMs?: number;
  /** Tolerance of it, because the network does not deliver evenly. */
  paceToleranceMs?: number;
  /** Most calls of `chat.update`, and of `chat.delete`, within a minute; others are limited. 0: no limit; Slack's is 50. */
  perMinute?: number;
}

export interface ClickAnswer {
  /** 0: no answer came. */
  status: number;
  body: string;
  tookMs: number;
  /** Sends the same click again, signed anew, as Slack would; to another server when one is named. */
  repeat(server?: string): Promise<ClickAnswer>;
}

export type SlackStandIn = Awaited<ReturnType<typeof startSlackStandIn>>;

const apiPath = '/api/';
const defaultTimeoutMs = 60_000;
const signingSecret = '8f742231b10e8888abcd99000aaa85a5';
const defaultUser: SlackUser = { id: 'U0ADA', name: 'ada' };

/** A stand-in for Slack that is stricter than Slack, on a free loopback port. */
export async function startSlackStandIn({
  minIntervalMs = 0,
  paceToleranceMs = 50,
  perMinute = 0,
}: SlackStandInOptions = {}) {
  const channels = createSlackChannels();
  const messages: readonly RecordedMessage[] = channels.messages;
  const violations: string[] = [];
  const faults: SlackFault[] = [];
  const responseFaults: SlackFault[] = [];
  const replies: Reply[] = [];
  const apiCalls: ApiCall[] = [];
  const apiFaults: SlackFault[] = [];
  let chooseApiFault: ((call: ApiCall) => SlackFault | null) | null = null;
  let aheadMs = 0;
  const lastPostAtMs = new Map<string, number>();
  const watchers = new Set<() => void>();
  const closing = new AbortController();
  let chooseFault: ((payloadText: string) => SlackFault | null) | null = null;
  let posts = 0;

  const server = createServer((request, response) => {
    response.setHeader('Date', new Date(Date.now() + aheadMs).toUTCString());
    void answer(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        for (const look of watchers) look();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const webhookUrl = (name: string) => `${origin}/services/T0ENTREE0/B0${name.toUpperCase()}/secret-${name}`;

  const responseUrls = createResponseUrls({
    origin,
    onReplace: channels.replace,
    onReply: (reply) => void replies.push(reply),
    onViolation: (what) => void violations.push(what),
  });

  const app = createInstalledApp();
  const webApi = createWebApi({
    app,
    channels,
    minIntervalMs,
    paceToleranceMs,
    perMinute,
    onViolation: (what) => void violations.push(what),
  });

  async function answerApi(request: IncomingMessage, response: ServerResponse, raw: string): Promise<void> {
    const { args, problems } = readArguments(request.headers['content-type'] ?? '', raw);
    violations.push(...problems);
    const method = (request.url ?? '').slice(apiPath.length);
    const call = { method, args, authorization: request.headers.authorization ?? '' };
    apiCalls.push(call);
    const fault = chooseApiFault?.(call) ?? apiFaults.shift() ?? null;
    if (fault && !isRecorded(fault)) return await misbehave(fault, request, response, replyOfApi);
    const { status, headers, body } = webApi.answer(call);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    void finish(fault, request, () => replyJson(response, status, body));
  }

  async function answerResponse(
    request: IncomingMessage,
    response: ServerResponse,
    raw: string,
  ): Promise<void> {
    posts += 1;
    const fault = responseFaults.shift();
    if (fault && !isRecorded(fault)) return await misbehave(fault, request, response);
    const { status, body } = responseUrls.answer(request.url ?? '', raw);
    void finish(fault, request, () => replyInWords(response, status, body));
  }

  async function click({
    message,
    button,
    server,
    user = defaultUser,
  }: {
    message: RecordedMessage;
    /** What stands on it. */
    button: string;
    /** Origin of the server that Slack sends it to. */
    server: string;
    user?: SlackUser;
  }): Promise<ClickAnswer> {
    const shown = findButtons(message.payload).find(({ text }) => text === button);
    if (shown === undefined) throw new Error(`the message has no button ${button}:\n${message.text}`);
    const responseUrl = responseUrls.issue(message, user.id);
    const { payload, ts, channel } = message;
    const body = writeClickBody(
      composeClick({ message: payload, messageTs: ts, channel, button: shown, user, responseUrl }),
    );
    const send = async (to = server): Promise<ClickAnswer> => {
      const startedAtMs = performance.now();
      const { status, text } = await post(`${to}/slack/interactivity`, body);
      const tookMs = performance.now() - startedAtMs;
      // Slack waits for three seconds; a busy machine, which sends and answers, may take some of its own.
      if (tookMs > 10_000) violations.push(`a click was answered after ${Math.round(tookMs)} ms`);
      return { status, body: text, tookMs, repeat: send };
    };
    return send();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAtMs = Date.now();
    const arrivedAtMs = performance.now();
    const raw = await readBody(request);
    const webhook = request.url ?? '';
    if (webhook.startsWith('/actions/')) return answerResponse(request, response, raw);
    if (webhook.startsWith(apiPath)) return answerApi(request, response, raw);
    posts += 1;
    checkPace(webhook, arrivedAtMs);
    const fault = chooseFault?.(raw) ?? faults.shift();
    if (fault && !isRecorded(fault)) return await misbehave(fault, request, response);
    const refusal = findRefusal(request, webhook, raw);
    if (refusal) return replyInWords(response, refusal.status, refusal.word);
    channels.post({ webhook, channel: channelOf(webhook), payload: JSON.parse(raw), raw, receivedAtMs });
    void finish(fault, request, () => replyInWords(response, 200, 'ok'));
  }

  function checkPace(webhook: string, arrivedAtMs: number): void {
    const last = lastPostAtMs.get(webhook);
    lastPostAtMs.set(webhook, arrivedAtMs);
    if (last === undefined || arrivedAtMs - last >= minIntervalMs - paceToleranceMs) return;
    violations.push(`pace: ${Math.round(arrivedAtMs - last)} ms between posts ${posts - 1} and ${posts}`);
  }

  function findRefusal(request: IncomingMessage, webhook: string, raw: string) {
    if (!/^\/services\/T\w+\/B\w+\/[\w-]+$/.test(webhook)) return { status: 404, word: 'no_service' };
    if (request.method !== 'POST') return { status: 405, word: 'method_not_allowed' };
    if (!request.headers['content-type']?.startsWith('application/json')) {
      violations.push('the content type is not JSON');
      return { status: 400, word: 'invalid_payload' };
    }
    const problems = findProblems(raw);
    if (problems.length === 0) return null;
    violations.push(...problems);
    return { status: 400, word: 'invalid_payload' };
  }

  async function misbehave(
    fault: SlackFault,
    request: IncomingMessage,
    response: ServerResponse,
    reply = replyInWords,
  ): Promise<void> {
    switch (fault.kind) {
      case 'rateLimited':
        if (fault.retryAfterSeconds !== undefined)
          response.setHeader('Retry-After', String(fault.retryAfterSeconds));
        return reply(response, 429, 'ratelimited');
      case 'refused':
        return reply(response, wordStatuses[fault.code] ?? 400, fault.code);
      case 'answer':
        for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
        return replyInWords(response, fault.status, fault.body ?? '');
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'slowDrip':
        response.writeHead(200, { 'Content-Type': 'text/html' });
        while (!closing.signal.aborted && !response.destroyed) {
          response.write('o');
          await wait(100, undefined, { signal: closing.signal }).catch(() => undefined);
        }
    }
  }

  const isRecorded = ({ kind }: SlackFault): boolean => kind === 'cutAfterRecording' || kind === 'late';

  /** Answers what is in the channel, late or never where the fault says so. */
  async function finish(
    fault: SlackFault | null | undefined,
    request: IncomingMessage,
    reply: () => void,
  ): Promise<void> {
    if (fault?.kind === 'cutAfterRecording') return void request.socket.destroy();
    const { signal } = closing;
    if (fault?.kind === 'late') await wait(fault.afterMs, undefined, { signal }).catch(() => undefined);
    if (!request.socket.destroyed) reply();
  }

  const deliveredIds = () => new Set(messages.flatMap((message) => message.ids));

  /** Checks again after every post, not at intervals. */
  async function waitUntil(
    reached: () => boolean,
    explain: () => string,
    timeoutMs = defaultTimeoutMs,
  ): Promise<void> {
    if (reached()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (reached()) resolve();
    };
    const timer = setTimeout(() => reject(new Error(`Slack stand-in: ${explain()}`)), timeoutMs);
    watchers.add(look);
    await promise.finally(() => {
      clearTimeout(timer);
      watchers.delete(look);
    });
  }

  const waitForCount = (what: string, countNow: () => number, count: number, timeoutMs?: number) =>
    waitUntil(
      () => countNow() >= count,
      () => `${countNow()} of ${count} ${what} came; violations: ${violations.join('; ')}`,
      timeoutMs,
    );

  async function waitForIds(ids: Iterable<string>, timeoutMs?: number): Promise<void> {
    const wanted = new Set(ids);
    const missing = () => wanted.difference(deliveredIds());
    await waitUntil(
      () => missing().size === 0,
      () => `${missing().size} of ${wanted.size} ids are missing; violations: ${violations.join('; ')}`,
      timeoutMs,
    );
  }

  async function close() {
    closing.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  return {
    /** The workspace as an app's token reaches it. */
    app: Object.assign(app, {
      /** The settings of a server that uses it. */
      settings: {
        SLACK_API_URL: `${origin}${apiPath}`,
        SLACK_BOT_TOKEN: app.token,
        SLACK_CHANNEL: app.waitlist.id,
        SLACK_CONTACT_CHANNEL: app.contact.id,
      },
      /** Every call, answered or not, in order. */
      calls: apiCalls,
      /** The next calls meet these, in order. */
      queueFaults: (...next: readonly SlackFault[]) => void apiFaults.push(...next),
      /** Chooses the fault of each call first; null: none. */
      setFaultFor(choose: ((call: ApiCall) => SlackFault | null) | null) {
        chooseApiFault = choose;
      },
    }),
    /** What stands in a channel now, by `ts`, in order. */
    show: channels.show,
    /** As a person in Slack deletes a message. */
    deleteByHand: channels.delete,
    /** Resolves once this holds; it is looked at after every request. Throws when the time is over, saying what is missing. */
    waitUntil,
    signingSecret,
    /** Clicks as a person does, and confirms the dialog. Throws when the message has no such button. */
    click,
    /** What was said to one person alone. */
    replies,
    /** How often a message was changed or deleted. */
    get changes() {
      return channels.changes;
    },
    async waitForReplies(count: number) {
      await waitForCount('replies', () => replies.length, count);
      return replies;
    },
    waitForChanges: (count: number) => waitForCount('changes', () => channels.changes, count),
    /** The next posts to response URLs meet these, in order. */
    queueResponseFaults: (...next: readonly SlackFault[]) => void responseFaults.push(...next),
    waitlistUrl: webhookUrl('waitlist'),
    contactUrl: webhookUrl('contact'),
    /** Every accepted message, in order. */
    messages,
    /** Payloads that Slack would refuse, and posts that came too soon: a test ends with none. */
    violations,
    /** Number of posts, accepted or not. */
    get posts() {
      return posts;
    },
    /** Faults of the next posts, in order; later posts have none. */
    queueFaults: (...next: readonly SlackFault[]) => void faults.push(...next),
    /** Chooses the fault of each post first; null: none. */
    setFaultFor(choose: ((payloadText: string) => SlackFault | null) | null) {
      chooseFault = choose;
    },
    /** The date of its answers is so far from this machine's. */
    setClockAhead(ms: number) {
      aheadMs = ms;
    },
    /** Ids that were accepted at least once. */
    deliveredIds,
    /** Throws when the time is over. */
    waitForMessages: (count: number, timeoutMs?: number) =>
      waitForCount('messages', () => messages.length, count, timeoutMs),
    /** Throws when the time is over, naming how many are missing. */
    waitForIds,
    /** The message of a submission, once it is there. */
    async messageOf(id: string) {
      await waitForIds([id]);
      return messages.find(({ ids }) => ids.includes(id)) as RecordedMessage;
    },
    /** Resolves once this many posts have arrived, accepted or not. */
    waitForPosts: (count: number) => waitForCount('posts', () => posts, count),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Of a webhook, `/services/T…/B0NAME/…`. */
const channelOf = (webhook: string): string => `C${webhook.split('/')[3]?.slice(1)}`;

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { method: 'POST', headers: signAsSlack(body, signingSecret), body });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function findProblems(raw: string): string[] {
  try {
    return findPayloadProblems(JSON.parse(raw));
  } catch {
    return ['the body is not JSON'];
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Webhooks answer with a status and a word. */
function replyInWords(response: ServerResponse, status: number, word: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html' });
  response.end(word);
}

/** Of what webhooks refuse; 400 for all others. */
const wordStatuses: Readonly<Record<string, number>> = { no_service: 404, channel_is_archived: 410 };

/** The Web API refuses with status 200 and a code, but for its limits. */
const replyOfApi = (response: ServerResponse, status: number, code: string): void =>
  replyJson(response, status === 429 ? 429 : 200, refuse(code).body);

function replyJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(body);
}
