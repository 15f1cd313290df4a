import { explainStoredReason } from './send-failures.ts';
import { countOf } from './texts.ts';

/** Of a person, before they are erased and after. */
interface OfPerson {
  decisions: number;
  notes: number;
  letters: number;
  /** Messages in Slack that the app does not know, because a webhook posted them. */
  deleteInSlack: readonly unknown[];
  /** Sent, and no answer came. */
  perhapsInSlack: readonly unknown[];
  /** Ids of submissions of other people with this address in their text, or in notes about them; they stay. */
  mentionedIn: readonly string[];
  mentionedInNotesAbout: readonly string[];
}

/** What erasing somebody would delete, and what would be left. */
export interface ErasePlan extends OfPerson {
  submissions: number;
  /** How many messages the app deletes. */
  messagesToDelete: number;
  messagesNotSent: number;
  letterWasSent: boolean;
  /** One is being sent at this moment. */
  letterMayArrive: boolean;
}

export interface Erased extends OfPerson {
  /** How many submissions. */
  erased: number;
  refusedSignIns: number;
  lettersBeingSent: number;
  /** Those that the app deletes. */
  messages: { gone: number; waiting: number; refused: readonly { reason: string }[] };
}

const messages = (count: number): string => countOf(count, ['message in Slack is', 'messages in Slack are']);

/** What stays, by what it is about. */
const describeLeft = (of: OfPerson) => {
  const [inSlack, perhaps] = [of.deleteInSlack.length, of.perhapsInSlack.length];
  const [mentions, notes] = [of.mentionedIn.length, of.mentionedInNotesAbout.length];
  return {
    deleteInSlack: inSlack > 0 && `${messages(inSlack)} from a webhook: delete by hand there.`,
    perhapsInSlack:
      perhaps > 0 &&
      `${countOf(perhaps, 'message')} may be in Slack, because no answer came: look there by hand.`,
    mentionedIn:
      mentions > 0 &&
      `${countOf(mentions, ['submission of somebody else has', 'submissions of others have'])} this address in the text, and ${mentions === 1 ? 'stays' : 'stay'}.`,
    mentionedInNotesAbout:
      notes > 0 &&
      `${countOf(notes, ['other person has', 'other people have'])} notes or answers with this address in the text; they stay.`,
  };
};

export function describeErasePlan(plan: ErasePlan): string[] {
  const { messagesNotSent, messagesToDelete } = plan;
  const deleted = [
    countOf(plan.submissions, 'submission'),
    countOf(plan.decisions, 'decision'),
    countOf(plan.notes, 'note'),
    countOf(plan.letters, 'letter'),
  ];
  return [
    `Deleted, with everything else of this mailbox: ${deleted.join(', ')}.`,
    messagesNotSent > 0 && `${countOf(messagesNotSent, 'message')} to Slack will not be sent any more.`,
    messagesToDelete > 0 && `${messages(messagesToDelete)} deleted there too; of a digest, their part.`,
    plan.letterMayArrive && 'A letter is being sent at this moment; it may arrive.',
    plan.letterWasSent && 'A letter was sent already; it stays in their mailbox.',
    ...Object.values(describeLeft(plan)),
  ].filter((sentence) => sentence !== false);
}

/** What was done, and what is left to do, by what it is about. */
export function describeErased(report: Erased) {
  const { gone, waiting, refused } = report.messages;
  const erased = [
    { noun: 'submission', number: report.erased },
    { noun: 'decision', number: report.decisions },
    { noun: 'note', number: report.notes },
    { noun: 'letter', number: report.letters },
    { noun: 'refused sign-in', number: report.refusedSignIns },
  ].filter(({ number }) => number > 0);
  return {
    erased:
      erased.length > 0 && `Erased: ${erased.map(({ noun, number }) => countOf(number, noun)).join(', ')}.`,
    letter: report.lettersBeingSent > 0 && 'A letter was being sent at that moment: it may arrive.',
    gone:
      gone > 0 &&
      `${countOf(gone, ['message in Slack was', 'messages in Slack were'])} deleted; of a digest, their part.`,
    waiting:
      waiting > 0 &&
      `${messages(waiting)} still to be deleted. A running server does it, at most 50 a minute; "stats" shows how many wait.`,
    refused:
      refused.length > 0 &&
      `Slack refuses to delete ${countOf(refused.length, 'message')}: delete by hand there. ${[...new Set(refused.map(({ reason }) => explainStoredReason(reason).what))].join(' ')}`,
    ...describeLeft(report),
  };
}
