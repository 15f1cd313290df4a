import { composeTestEvent } from '#server/webhook/compose-event.ts';
import { createEventPost } from '#server/webhook/event-sender.ts';
import { describeReason, failureOf } from './check-slack-app.ts';
import { CommandError, defineCommand } from './command.ts';

export const testWebhook = defineCommand({
  summary: 'Send a signed test event to the address in WEBHOOK_URL, and explain any refusal',
  details: 'Its type is "test"; it is about nobody, and nothing is stored.',
  examples: [''],
  async run(_values, _positionals, context) {
    const { webhook } = context.config;
    if (webhook === null) {
      throw new CommandError(
        'No address is set. Put WEBHOOK_URL and WEBHOOK_SECRET into .env: docs/operations.md, "Events". Until then no event is queued.',
      );
    }
    const event = composeTestEvent(context.now);
    context.progress('Posting to WEBHOOK_URL …');
    const result = await createEventPost(webhook)(event, new AbortController().signal);
    const failure = failureOf(result);
    await context.answer(
      { taken: failure === null, id: event.id, ...failure },
      failure === null
        ? `The receiver took the test event (webhook-id ${event.id}).\n`
        : `${describeReason(failure)}\n`,
    );
    if (failure !== null) throw new CommandError('The test event was not taken.');
  },
});
