import type { SubmissionRecord } from '#contract/answers.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { countOf } from '#contract/texts.ts';
import { erasePerson } from '#server/operator/erase-person.ts';
import { leftForHand, type SettledMessages, waitForMessages } from '#server/operator/slack-messages.ts';
import { CommandError, type Context, defineCommand } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { emailOption, requireAddress } from './options.ts';
import { scrub } from './scrub.ts';
import { type Column, formatTable } from './table.ts';

/** How long to wait for the messages in Slack: 50 a minute are deleted. */
const maxWaitMs = 120_000;

export const erase = defineCommand({
  summary:
    'Erase a person: all submissions from an email address, decisions and notes about them, and what is still to be sent',
  options: {
    email: emailOption,
    yes: yesOption,
  },
  details:
    'With a Slack app, a running server deletes the messages in Slack, and the command waits for that. Messages of webhooks, and what Slack refuses to delete, are listed, to be deleted there by hand. Backups and exports made before still contain the person. Sign-ins to the console that succeeded are kept for 90 days.',
  examples: ['--email jane@example.com'],
  async run({ email, yes }, _positionals, context) {
    const address = requireAddress(email);
    const store = await context.openStore();
    const found = await store.findByEmail(address);
    const mentions = await store.findMentions(address);
    if (found.length > 0) {
      await confirm(
        `Erase ${countOf(found.length, 'submission')}, and what was decided and noted about them, for good?`,
        yes,
        context,
      );
    }
    const { records, messageUpdates, ...others } = await erasePerson(store, address);
    const erased = [
      { noun: 'submission', number: records.length },
      { noun: 'decision', number: others.decisions },
      { noun: 'note', number: others.notes },
      { noun: 'letter', number: others.letters },
      { noun: 'refused sign-in', number: others.refusedSignIns },
    ].filter(({ number }) => number > 0);
    const leftToDo = await scrub(store, context);
    const { inSlack, perhapsInSlack } = leftForHand(records);
    const settled = await waitForMessages(store, messageUpdates, {
      waitMs: maxWaitMs,
      onWait: (open) => context.progress(`Waiting for ${countOf(open, 'message')} to be deleted in Slack`),
    });
    const json = {
      erased: records.length,
      ...others,
      messages: settled,
      deleteInSlack: inSlack.map(toSlackJson),
      perhapsInSlack: perhapsInSlack.map(toSlackJson),
      mentionedIn: mentions.submissions,
      mentionedInNotesAbout: mentions.notesAbout,
    };
    const sums = erased.map(({ noun, number }) => countOf(number, noun)).join(', ');
    const ofOthers = countOf(mentions.submissions.length, 'submission');
    const texts = [
      sums === '' ? '' : `Erased: ${sums}.\n`,
      others.lettersBeingSent === 0 ? '' : '\nA letter was being sent at that moment: it may arrive.\n',
      describeSettled(settled, context),
      describeMessages(
        inSlack,
        `These messages are in Slack. Delete them there by hand: search for the id. A message may contain other people's submissions too. Times in ${context.calendar.timeZone}:`,
        context,
      ),
      describeMessages(
        perhapsInSlack,
        'These may be in Slack: they were sent, and no answer came. Search for their ids too:',
        context,
      ),
      describeMentions(`${ofOthers} of other people`, mentions.submissions),
      describeMentions('notes about other people', mentions.notesAbout),
      records.length === 0 ? '' : whatIsLeft[store.engine],
    ];
    await context.answer(json, texts.join(''));
    if (leftToDo !== null) throw new CommandError(leftToDo);
    if (erased.length === 0)
      throw new CommandError(
        `There are no submissions from ${address}. Nothing had to be erased.${store.engine === 'sqlite' ? ' Nothing that was deleted is in the files of the store.' : ''}`,
      );
  },
});

const inCopies = '\nBackups and exports made before still contain the person.\n';
const whatIsLeft = {
  sqlite: `${inCopies}A running server counts the address in memory, as a keyed hash, for another hour at most.\n`,
  postgres: `${inCopies}Postgres keeps deleted rows in its files until it vacuums the tables, and in its write-ahead log, replicas and backups until these are replaced: "Erase a person" in docs/operations.md.\n`,
} as const;

function describeSettled({ gone, waiting, refused }: SettledMessages, { calendar }: Context): string {
  const texts: string[] = [];
  if (gone > 0)
    texts.push(
      `\n${countOf(gone, 'message')} in Slack ${gone === 1 ? 'was' : 'were'} deleted; of a digest, their part.\n`,
    );
  if (waiting > 0)
    texts.push(
      `\n${countOf(waiting, 'message')} in Slack ${waiting === 1 ? 'is' : 'are'} still to be deleted. A running server does it, at most 50 a minute; "stats" shows how many wait.\n`,
    );
  if (refused.length > 0) texts.push('\nSlack refuses to delete these. Delete them there by hand:\n\n');
  for (const { place, reason } of refused) {
    const [channel = '', ts = ''] = place.split(' ');
    const { what } = explainStoredReason(reason);
    texts.push(`  channel ${channel}, ${calendar.formatTime(Math.floor(Number(ts) * 1_000))}: ${what}\n`);
  }
  return texts.join('');
}

function describeMentions(where: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const list = ids.map((id) => `  ${id}\n`).join('');
  return `\nThe address also appears in ${where}. They were not changed; look at each with "show":\n${list}`;
}

const columns: readonly Column<SubmissionRecord>[] = [
  { title: 'Submission id', cell: ({ id }) => id },
  { title: 'Channel', cell: ({ delivery }) => delivery.channel },
  {
    title: 'Delivered',
    cell: ({ delivery: { deliveredAtMs } }, { calendar }) =>
      deliveredAtMs === null ? 'unknown' : calendar.formatTime(deliveredAtMs),
  },
];

const describeMessages = (records: readonly SubmissionRecord[], heading: string, context: Context): string =>
  records.length === 0 ? '' : `\n${heading}\n\n${formatTable(columns, records, context)}`;

const toSlackJson = ({ id, delivery: { channel, deliveredAtMs } }: SubmissionRecord) => ({
  id,
  channel,
  deliveredAtMs,
});
