import { explainStoredReason } from '#contract/send-failures.ts';
import { countOf } from '#contract/texts.ts';
import type { Answer } from '../api/call.ts';

const messages = (count: number): string => countOf(count, 'message');

/** What an erasure deletes, what it stops and what it leaves, in sentences. */
export function describeErasePlan(plan: Answer<'erasePlan'>): string[] {
  const deleted = [
    countOf(plan.submissions, 'submission'),
    countOf(plan.decisions, 'decision'),
    countOf(plan.notes, 'note'),
    countOf(plan.letters, 'letter'),
  ];
  return sentences([
    `Deleted, with everything else of this mailbox: ${deleted.join(', ')}.`,
    plan.messagesNotSent > 0 && `${messages(plan.messagesNotSent)} to Slack will not be sent any more.`,
    plan.messagesToDelete > 0 &&
      `${countOf(plan.messagesToDelete, ['message in Slack is', 'messages in Slack are'])} deleted there too; of a digest, their part.`,
    plan.messagesPerhapsInSlack > 0 &&
      `${messages(plan.messagesPerhapsInSlack)} may be in Slack: no answer came when ${plan.messagesPerhapsInSlack === 1 ? 'it was' : 'they were'} sent. Look for the ids there.`,
    plan.messagesInSlack > 0 &&
      `${countOf(plan.messagesInSlack, ['message is', 'messages are'])} in Slack already, and ${plan.messagesInSlack === 1 ? 'stays' : 'stay'} there: delete by hand.`,
    plan.letterMayArrive && 'A letter is being sent at this moment; it may arrive.',
    plan.letterWasSent && 'A letter was sent already; it stays in their mailbox.',
    plan.mentions.length > 0 &&
      `${countOf(plan.mentions.length, ['submission of somebody else has', 'submissions of others have'])} this address in the text, and ${plan.mentions.length === 1 ? 'stays' : 'stay'}.`,
    plan.mentionsInNotes.length > 0 &&
      `${countOf(plan.mentionsInNotes.length, ['other person has', 'other people have'])} notes or answers with this address in the text; they stay.`,
  ]);
}

/** What is left to do after an erasure. */
export function describeErased(erased: Answer<'erase'>): string[] {
  const { messages: settled, deleteInSlack, perhapsInSlack, filesLeft } = erased;
  const { waiting, refused } = settled;
  return sentences([
    waiting > 0 && `${countOf(waiting, ['message is', 'messages are'])} still to be deleted in Slack.`,
    refused.length > 0 &&
      `Slack refuses to delete ${messages(refused.length)}: delete by hand there. ${explainStoredReason(refused[0]?.reason ?? '').what}`,
    deleteInSlack.length > 0 && `${messages(deleteInSlack.length)} in Slack: delete by hand there.`,
    perhapsInSlack.length > 0 && `${messages(perhapsInSlack.length)} may be in Slack: look there by hand.`,
    filesLeft ?? false,
  ]);
}

const sentences = (all: readonly (string | false)[]): string[] => all.filter((each) => each !== false);
