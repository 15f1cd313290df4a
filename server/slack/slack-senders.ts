import { createHash } from 'node:crypto';
import { brand } from '#contract/brand.ts';
import { countOf } from '#contract/texts.ts';
import type { Sender, SendResult } from '#server/outbox/sender.ts';
import type { Job, JobOf } from '#server/store/job.ts';
import { composeAnswers } from './compose-answers.ts';
import { composeMessage, maxPerMessage } from './compose-message.ts';
import { composeUpdate } from './compose-update.ts';
import { contextBlock, makePayload, type SlackPayload } from './message-blocks.ts';
import { readPlace, writePlace } from './message-place.ts';
import { maxSlackSendMs } from './post-json.ts';
import type { ComposeOptions } from './review-blocks.ts';
import { createSlackSender, type SlackSenderOptions } from './send-message.ts';
import { type ApiResult, createWebApi, type WebApiOptions } from './web-api.ts';

/**
 * Slack takes five posts to one response URL. A click needs at most one for its reply and one for its message, and
 * each post counts, also when its answer was lost.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const maxPosts = { 'message update': 3, reply: 2 } as const;

interface SenderOptions {
  minIntervalMs: number;
  compose: ComposeOptions;
}

/**
 * Of the messages' pace: Slack takes a message a second, but only 50 changes and 50 deletions a minute.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
const changesPacing = 1.2;

/** What all senders to Slack have in common. */
const slackSender = ({ minIntervalMs, timeoutMs }: { minIntervalMs: number; timeoutMs?: number }) =>
  ({
    minIntervalMs,
    maxSendMs: timeoutMs ?? maxSlackSendMs,
    maxPerMessage,
    retriesParked: true,
    refused: 'parked',
    unanswered: { pauseQueueAfter: 3 },
  }) satisfies Partial<Sender>;

const explainParked = (id: string): string =>
  `MESSAGE PARKED. Slack refuses this message for good; the submission stays stored. To see why: npm run waitlist -- show ${id}; to send it again: npm run waitlist -- retry ${id}`;

/** Posts submissions, answers and notices to a webhook. */
export function createWebhookSender({
  channels,
  compose,
  ...options
}: SlackSenderOptions & SenderOptions & Pick<Sender, 'channels'>): Sender {
  const post = createSlackSender(options);
  return {
    ...slackSender(options),
    address: hashWebhook(options.webhookUrl),
    channels,
    send: (jobs, signal) => post(composeJobs(jobs, compose), signal),
    explain: {
      halted:
        'CHANNEL HALTED. Slack refuses this webhook for good; submissions are stored and wait. Set a working webhook and start again; or, once this one works again, run: npm run waitlist -- retry',
      refused: explainParked,
    },
  };
}

/**
 * Posts submissions and notices to a channel, by the app.
 *
 * @param slackChannel id or name
 */
export function createAppSender({
  slackChannel,
  channels,
  compose,
  ...options
}: WebApiOptions & SenderOptions & Pick<Sender, 'channels'> & { slackChannel: string }): Sender {
  const call = createWebApi(options);
  return {
    ...slackSender(options),
    address: hashAddress([options.apiUrl, options.token, slackChannel]),
    channels,
    async send(jobs, signal) {
      const message = { channel: slackChannel, ...composeJobs(jobs, compose) };
      const result = await call('chat.postMessage', message, signal);
      if (result.kind !== 'answered') return result;
      const { channel, ts } = result.answer;
      return { kind: 'delivered', place: writePlace({ channel: String(channel), ts: String(ts) }) };
    },
    explain: {
      halted: `CHANNEL HALTED. Slack refuses the app or the channel ${slackChannel} for good; submissions are stored and wait. To see why: npm run waitlist -- stats; once it works again, run: npm run waitlist -- retry`,
      refused: explainParked,
    },
  };
}

function composeJobs(jobs: readonly Job[], options: ComposeOptions): SlackPayload {
  const [first] = jobs;
  if (first?.kind === 'notice') return composeQuarantineNotice(first);
  if (first?.kind === 'answer')
    return composeAnswers(
      jobs.flatMap((job) => (job.kind === 'answer' ? job.submission : [])),
      options,
    );
  return composeMessage(
    jobs.flatMap((job) => (job.kind === 'submission' ? job.submission : [])),
    options,
  );
}

/** One line for the team, without any submitted text. */
function composeQuarantineNotice({ count, overload }: JobOf<'notice'>): SlackPayload {
  const areQuarantined = (submissions: number) =>
    `${countOf(submissions, ['submission is', 'submissions are'])} quarantined`;
  const asAbuse = `${areQuarantined(count - overload)} as possible abuse. See them with: npm run waitlist -- held --state quarantined`;
  const byOverload = `${areQuarantined(overload)} because more arrived at once than this channel can carry. Send them here with: npm run waitlist -- release --all --reason overload`;
  const lines = [...(count > overload ? [asAbuse] : []), ...(overload > 0 ? [byOverload] : [])];
  const line = `${brand.name}: nothing is lost. ${lines.join('\n')}`;
  return makePayload(line, [contextBlock(line)]);
}

/** Brings the app's messages to the store's state: changes them, and deletes those of which nothing is left. */
export function createChangeSender({ compose, ...options }: WebApiOptions & SenderOptions): Sender {
  const call = createWebApi(options);
  return {
    ...slackSender({ ...options, minIntervalMs: options.minIntervalMs * changesPacing }),
    address: hashAddress([options.apiUrl, options.token, 'changes']),
    channels: ['changes'],
    async send([job], signal) {
      if (job?.kind !== 'message update' || !('place' in job.to))
        throw new Error('Not a message of the app.');
      const { place } = job.to;
      const at = readPlace(place);
      if (at === null) throw new Error('Not a place in Slack.');
      const { submissions, ofAnswers } = job;
      if (submissions.length === 0) return toChange(await call('chat.delete', at, signal), null);
      const { text, blocks } = (ofAnswers ? composeAnswers : composeMessage)(submissions, compose);
      return toChange(await call('chat.update', { ...at, text, blocks }, signal), place);
    },
    maxPerMessage: 1,
    explain: {
      halted:
        'CHANGES HALTED. Slack refuses the app for good; messages in Slack do not show what is decided from now on, and erased ones stay. To see why: npm run waitlist -- stats; once it works again, run: npm run waitlist -- retry',
      refused: (id) =>
        `CHANGE PARKED. Slack refuses to change or delete a message for good (${id}): do it there by hand. To try again: npm run waitlist -- retry --parked`,
    },
  };
}

/** @param place where the message stands afterwards; null: nowhere */
function toChange(result: ApiResult, place: string | null): SendResult {
  if (result.kind === 'answered') return { kind: 'delivered', ...(place !== null && { place }) };
  // Somebody deleted the message by hand: there is nothing to change any more.
  if (result.kind === 'refused' && result.code === 'slack_app_message_not_found')
    return { kind: 'delivered' };
  return result;
}

/** Posts what clicks in Slack lead to there, each to the response URL of its click. */
export function createClickSender({ compose, minIntervalMs }: SenderOptions): Sender {
  return {
    ...slackSender({ minIntervalMs }),
    address: 'response URLs',
    channels: ['clicks'],
    async send([job], signal) {
      if (job?.kind !== 'message update' && job?.kind !== 'reply') throw new Error('Not a job for a click.');
      const post = createSlackSender({ webhookUrl: responseUrlOf(job) });
      const result = await post(composeUpdate(job, compose), signal);
      return limitToClick(job, result);
    },
    maxPerMessage: 1,
    retriesParked: false,
    refused: 'dropped',
    explain: {
      halted: 'Slack refuses response URLs.',
      refused: () => 'Slack no longer lets this message be changed; the decision stands.',
    },
  };
}

function responseUrlOf(job: JobOf<'message update' | 'reply'>): string {
  if (job.kind === 'reply') return job.responseUrl;
  if ('responseUrl' in job.to) return job.to.responseUrl;
  throw new Error('No click leads to this message.');
}

/** An expired or used-up URL says nothing about other response URLs. */
function limitToClick(job: JobOf<'message update' | 'reply'>, result: SendResult): SendResult {
  if (result.kind === 'delivered') return result;
  const { code, detail } = result;
  const isLast = job.earlierAttempts + 1 >= maxPosts[job.kind];
  if (result.kind === 'refused' || isLast) return { kind: 'refused', refuses: 'message', code, detail };
  return result;
}

/** Identifies an address without revealing it: hexadecimal SHA-256. */
const hashAddress = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex');

export const hashWebhook = (webhookUrl: string): string => hashAddress([webhookUrl]);
