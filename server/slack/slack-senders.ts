import { createHash } from 'node:crypto';
import type { JobChannel } from '#contract/channels.ts';
import type { SendResult } from '#server/outbox/send-result.ts';
import type { Sender } from '#server/outbox/sender.ts';
import type { Job, JobOf } from '#server/store/job.ts';
import { type ComposeOptions, composeMessage } from './compose-message.ts';
import { composeQuarantineNotice } from './compose-quarantine-notice.ts';
import { composeUpdate } from './compose-update.ts';
import type { SlackPayload } from './message-blocks.ts';
import { writePlace } from './message-place.ts';
import { createSlackSender, longestSlackSendMs, type SlackSenderOptions } from './send-message.ts';
import { createWebApi, type WebApiOptions } from './web-api.ts';

/** Most submissions in one message. */
export const maxPerMessage = 25;

/**
 * Slack takes five posts to one response URL. A click needs at most one for its reply and one for its message, and
 * each post counts, also when its answer was lost.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const mostPosts = { 'message update': 3, reply: 2 } as const;

export interface WebhookSenderOptions extends SlackSenderOptions, ComposeOptions {
  channels: readonly JobChannel[];
  minIntervalMs: number;
}

/** What all senders to Slack have in common. */
const slackSender = {
  longestSendMs: longestSlackSendMs,
  maxPerMessage,
  retriesParked: true,
  refused: 'parked',
  unanswered: { pauseQueueAfter: 3 },
} as const satisfies Partial<Sender>;

const explainParked = (id: string): string =>
  `MESSAGE PARKED. Slack refuses this message for good; the submission stays stored. To see why: npm run waitlist -- show ${id}; to send it again: npm run waitlist -- retry ${id}`;

/** Posts submissions and notices to a webhook. */
export function createWebhookSender({
  channels,
  minIntervalMs,
  timeZone,
  hasButtons,
  sendsLetters,
  consoleUrl,
  ...options
}: WebhookSenderOptions): Sender {
  const post = createSlackSender(options);
  const compose = { timeZone, hasButtons, sendsLetters, consoleUrl };
  return {
    ...slackSender,
    address: hashWebhook(options.webhookUrl),
    channels,
    send: (jobs, signal) => post(composeJobs(jobs, compose), signal),
    longestSendMs: options.timeoutMs ?? longestSlackSendMs,
    minIntervalMs,
    explain: {
      halted:
        'CHANNEL HALTED. Slack refuses this webhook for good; submissions are stored and wait. Set a working webhook and start again; or, once this one works again, run: npm run waitlist -- retry',
      refused: explainParked,
    },
  };
}

export interface AppSenderOptions extends WebApiOptions, ComposeOptions {
  /** Id or name. */
  slackChannel: string;
  channels: readonly JobChannel[];
  minIntervalMs: number;
}

/** Posts submissions and notices to a channel, by the app. */
export function createAppSender({
  slackChannel,
  channels,
  minIntervalMs,
  timeZone,
  hasButtons,
  sendsLetters,
  consoleUrl,
  ...options
}: AppSenderOptions): Sender {
  const call = createWebApi(options);
  const compose = { timeZone, hasButtons, sendsLetters, consoleUrl };
  return {
    ...slackSender,
    address: hashAddress([options.apiUrl, options.token, slackChannel]),
    channels,
    async send(jobs, signal) {
      const message = { channel: slackChannel, ...composeJobs(jobs, compose) };
      const result = await call('chat.postMessage', message, signal);
      if (result.kind !== 'answered') return result;
      const { channel, ts } = result.answer;
      return { kind: 'delivered', place: writePlace({ channel: String(channel), ts: String(ts) }) };
    },
    longestSendMs: options.timeoutMs ?? longestSlackSendMs,
    minIntervalMs,
    explain: {
      halted: `CHANNEL HALTED. Slack refuses the app or the channel ${slackChannel} for good; submissions are stored and wait. To see why: npm run waitlist -- stats; once it works again, run: npm run waitlist -- retry`,
      refused: explainParked,
    },
  };
}

function composeJobs(jobs: readonly Job[], options: ComposeOptions): SlackPayload {
  const [first] = jobs;
  if (first?.kind === 'notice') return composeQuarantineNotice(first.count);
  return composeMessage(
    jobs.flatMap((job) => (job.kind === 'submission' ? job.submission : [])),
    options,
  );
}

export type ClickSenderOptions = Omit<SlackSenderOptions, 'webhookUrl'> &
  Omit<ComposeOptions, 'consoleUrl'> & { minIntervalMs: number };

/** Posts what clicks in Slack lead to there, each to the response URL of its click. */
export function createClickSender({
  minIntervalMs,
  timeZone,
  hasButtons,
  sendsLetters,
  ...options
}: ClickSenderOptions): Sender {
  return {
    address: 'response URLs',
    channels: ['clicks'],
    async send([job], signal) {
      if (job?.kind !== 'message update' && job?.kind !== 'reply') throw new Error('Not a job for a click.');
      const post = createSlackSender({ webhookUrl: job.responseUrl, ...options });
      const result = await post(composeUpdate(job, { timeZone, hasButtons, sendsLetters }), signal);
      return limitToClick(job, result);
    },
    longestSendMs: options.timeoutMs ?? longestSlackSendMs,
    minIntervalMs,
    maxPerMessage: 1,
    retriesParked: false,
    refused: 'dropped',
    unanswered: { pauseQueueAfter: 3 },
    explain: {
      halted: 'Slack refuses response URLs.',
      refused: () => 'Slack no longer lets this message be changed; the decision stands.',
    },
  };
}

/** Expired or used up: that says nothing about other response URLs. */
function limitToClick(job: JobOf<'message update' | 'reply'>, result: SendResult): SendResult {
  if (result.kind === 'delivered') return result;
  const { code, detail } = result;
  const isLast = job.earlierAttempts + 1 >= mostPosts[job.kind];
  if (result.kind === 'refused' || isLast) return { kind: 'refused', scope: 'message', code, detail };
  return result;
}

/** Identifies an address without revealing it: hexadecimal SHA-256. */
const hashAddress = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex');

export const hashWebhook = (webhookUrl: string): string => hashAddress([webhookUrl]);
