import { composeTestMessage } from '#server/slack/compose-test-message.ts';
import { describeClockOff } from '#server/slack/post-json.ts';
import { createSlackSender } from '#server/slack/send-message.ts';
import { checkInteractivity } from './check-interactivity.ts';
import { checkSlackApp, describeReason, failureOf, listTargets, type SlackCheck } from './check-slack-app.ts';
import { CommandError, defineCommand } from './command.ts';

export const testSlack = defineCommand({
  summary:
    'Post a marked test message to each webhook, or by the app to each of its channels; send the server a signed test click; explain any refusal',
  details:
    'The app’s message is changed and deleted at once, so nothing of it stays in the channel. The test click goes to SITE_URL as Slack would send it, and decides nothing. Only the first click on a message shows whether Slack has the right Request URL.',
  examples: [''],
  async run(_values, _positionals, context) {
    const { config, now } = context;
    const webhooks = listTargets(config.slackWebhookUrl, config.slackContactWebhookUrl, [
      'SLACK_WEBHOOK_URL',
      'SLACK_CONTACT_WEBHOOK_URL',
    ]);
    if (config.slackApp === null && webhooks.length === 0) {
      throw new CommandError(
        'Neither a webhook nor an app is set. In Slack: api.slack.com/apps, your app, Incoming Webhooks, "Add New Webhook to Workspace"; put its address into .env as SLACK_WEBHOOK_URL. An app (SLACK_BOT_TOKEN and SLACK_CHANNEL) can also change and delete its messages: docs/operations.md, "Slack". Until then submissions are stored and wait.',
      );
    }
    let clock: string | null = null;
    const onClockDifference = (aheadMs: number) => {
      clock = describeClockOff(aheadMs);
    };
    const checks: SlackCheck[] = [];
    for (const { setting, use, to } of webhooks) {
      context.progress(`Posting to ${setting} …`);
      const send = createSlackSender({ webhookUrl: to, onClockDifference });
      const result = await send(composeTestMessage(use, now), new AbortController().signal);
      const failure = failureOf(result);
      checks.push({ setting, done: failure === null ? 'the test message is in the channel' : '', failure });
    }
    if (config.slackApp !== null) {
      context.progress('Trying the app …');
      checks.push(...(await checkSlackApp(config.slackApp, { now, onClockDifference })));
    }
    const click = await checkInteractivity(config);
    if (click !== null) checks.push(click);
    await context.answer(checks.map(toJson), checks.map(describeCheck).join(''));
    const failed = checks.filter(({ failure }) => failure !== null).length;
    if (failed > 0) throw new CommandError(`${failed} of ${checks.length} checks failed.`);
    if (clock !== null) throw new CommandError(clock);
  },
});

function describeCheck({ setting, done, failure }: SlackCheck): string {
  if (failure === null) return `${setting}: ${done}.\n`;
  const before = done === '' ? '' : `${done}: `;
  return `${setting}: ${before}${describeReason(failure)}\n`;
}

const toJson = ({ setting, done, failure }: SlackCheck) => ({
  settings: [setting],
  works: failure === null,
  done,
  ...failure,
});
