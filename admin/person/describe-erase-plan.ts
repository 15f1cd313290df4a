import type { ErasePlan } from '#contract/console-answers.ts';
import { countOf } from '../subjects/lists.ts';

/** What an erasure deletes, what it stops and what it leaves, in sentences. */
export function describeErasePlan(plan: ErasePlan): string[] {
  const deleted = [
    countOf(plan.submissions, ['submission', 'submissions']),
    countOf(plan.decisions, ['decision', 'decisions']),
    countOf(plan.notes, ['note', 'notes']),
    countOf(plan.letters, ['letter', 'letters']),
  ];
  const lines = [`Deleted, with everything else of this mailbox: ${deleted.join(', ')}.`];
  if (plan.messagesNotSent > 0)
    lines.push(
      `${countOf(plan.messagesNotSent, ['message', 'messages'])} to Slack will not be sent any more.`,
    );
  if (plan.messagesToDelete > 0)
    lines.push(
      `${countOf(plan.messagesToDelete, ['message', 'messages'])} in Slack ${plan.messagesToDelete === 1 ? 'is' : 'are'} deleted there too; of a digest, their part.`,
    );
  if (plan.messagesPerhapsInSlack > 0)
    lines.push(
      `${countOf(plan.messagesPerhapsInSlack, ['message', 'messages'])} may be in Slack: no answer came when ${plan.messagesPerhapsInSlack === 1 ? 'it was' : 'they were'} sent. Look for the ids there.`,
    );
  if (plan.messagesInSlack > 0)
    lines.push(
      `${countOf(plan.messagesInSlack, ['message is', 'messages are'])} in Slack already, and ${plan.messagesInSlack === 1 ? 'stays' : 'stay'} there: delete by hand.`,
    );
  if (plan.letterMayArrive) lines.push('A letter is being sent at this moment; it may arrive.');
  if (plan.letterWasSent) lines.push('A letter was sent already; it stays in their mailbox.');
  if (plan.mentions.length > 0)
    lines.push(
      `${countOf(plan.mentions.length, ['submission of somebody else has', 'submissions of others have'])} this address in the text, and ${plan.mentions.length === 1 ? 'stays' : 'stay'}.`,
    );
  return lines;
}
