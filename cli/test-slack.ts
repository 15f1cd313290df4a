import { explainStoredReason, storedReason } from '#contract/send-failures.ts';
import type { Config } from '#server/config.ts';
import type { SendResult } from '#server/outbox/send-result.ts';
import { describeClockOff } from '#server/slack/check-clock.ts';
import { composeTestMessage } from '#server/slack/compose-test-message.ts';
import { createSlackSender } from '#server/slack/send-message.ts';
import { type ClickCheck, checkInteractivity } from './check-interactivity.ts';
import { CommandError, defineCommand } from './command.ts';

export const testSlack = defineCommand({
  summary:
    'Post a marked test message to each webhook, send the server a signed test click, and explain any refusal',
  options: {},
  printsJson: true,
  details:
    'The test click goes to SITE_URL as Slack would send it, and decides nothing. That Slack itself has the right Request URL shows the first click on a message.',
  examples: [''],
  async run(_values, _positionals, context) {
    const targets = listTargets(context.config);
    if (targets.length === 0) {
      throw new CommandError(
        'No webhook is set. In Slack: api.slack.com/apps, your app, Incoming Webhooks, "Add New Webhook to Workspace"; put its address into .env as SLACK_WEBHOOK_URL. Until then submissions are stored and held.',
      );
    }
    let clock: string | null = null;
    const results: { settings: readonly string[]; result: SendResult }[] = [];
    for (const { settings, use, webhookUrl } of targets) {
      context.progress(`Posting to ${settings.join(' and ')} …`);
      const send = createSlackSender({
        webhookUrl,
        onClockOff: (aheadMs) => {
          clock = describeClockOff(aheadMs);
        },
      });
      const result = await send(composeTestMessage(use, context.now), new AbortController().signal);
      results.push({ settings, result });
    }
    const click = await checkInteractivity(context.config);
    context.progress(null);

    if (context.json) {
      const webhooks = results.map(({ settings, result }) => ({ settings, ...toJson(result) }));
      await context.printJson(click === null ? webhooks : [...webhooks, clickToJson(click)]);
    } else {
      for (const { settings, result } of results) {
        await context.print(`${settings.join(' and ')}: ${describeResult(result)}\n`);
      }
      if (click !== null) await context.print(`SLACK_SIGNING_SECRET: ${describeClick(click)}\n`);
    }
    const failed = results.filter(({ result }) => result.kind !== 'delivered').length;
    if (failed > 0) throw new CommandError(`${failed} of ${results.length} test messages did not arrive.`);
    if (clock !== null) throw new CommandError(clock);
    if (click?.isTaken === false) throw new CommandError('Clicks on buttons are not taken.');
  },
});

/** One for each webhook: a webhook that serves both channels gets one message. */
function listTargets({ slackWebhookUrl, slackContactWebhookUrl }: Config) {
  if (slackWebhookUrl !== null && slackWebhookUrl === slackContactWebhookUrl) {
    return [
      {
        settings: ['SLACK_WEBHOOK_URL'],
        use: 'Applications to the waitlist and messages from the contact page',
        webhookUrl: slackWebhookUrl,
      },
    ];
  }
  return [
    { settings: ['SLACK_WEBHOOK_URL'], use: 'Applications to the waitlist', webhookUrl: slackWebhookUrl },
    {
      settings: ['SLACK_CONTACT_WEBHOOK_URL'],
      use: 'Messages from the contact page',
      webhookUrl: slackContactWebhookUrl,
    },
  ].flatMap(({ webhookUrl, ...target }) => (webhookUrl === null ? [] : [{ ...target, webhookUrl }]));
}

function describeResult(result: SendResult): string {
  if (result.kind === 'delivered') return 'the test message is in the channel.';
  const { reason, what, advice } = explainStoredReason(storedReason(result));
  return `${reason}.\n  What happened: ${what}\n  What to do: ${advice}`;
}

function describeClick(click: ClickCheck): string {
  if (click.isTaken) return 'the server took a signed test click.';
  return `clicks are not taken.\n  What happened: ${click.what}\n  What to do: ${click.advice}`;
}

const clickToJson = ({ isTaken, ...explained }: ClickCheck) => ({
  settings: ['SLACK_SIGNING_SECRET'],
  clicksAreTaken: isTaken,
  ...explained,
});

function toJson(result: SendResult) {
  if (result.kind === 'delivered') return { delivered: true };
  return { delivered: false, ...explainStoredReason(storedReason(result)) };
}
