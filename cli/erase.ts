import type { SubmissionRecord } from '#contract/answers.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { erasePerson } from '#server/operator/erase-person.ts';
import { leftForHand, type SettledMessages, waitForMessages } from '#server/operator/slack-messages.ts';
import { CommandError, type Context, defineCommand } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { emailOption, requireAddress } from './options.ts';
import { count } from './records.ts';
import { scrub } from './scrub.ts';
import { formatTable } from './table.ts';

/** How long to wait for the messages in Slack: 50 a minute are deleted. */
const mostWaitMs = 120_000;

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
        `Erase ${count(found.length, 'submission')}, and what was decided and noted about them, for good?`,
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
      waitMs: mostWaitMs,
      onWait: (open) => context.progress(`Waiting for ${count(open, 'message')} to be deleted in Slack`),
    });
    context.progress(null);
    if (context.json) {
      await context.printJson({
        erased: records.length,
        ...others,
        messages: settled,
        deleteInSlack: inSlack.map(toSlackJson),
        perhapsInSlack: perhapsInSlack.map(toSlackJson),
        mentionedIn: mentions.submissions,
        mentionedInNotesAbout: mentions.notesAbout,
      });
    } else {
      const { print, calendar } = context;
      if (erased.length > 0)
        await print(`Erased: ${erased.map(({ noun, number }) => count(number, noun)).join(', ')}.\n`);
      if (others.lettersBeingSent > 0)
        await print('\nA letter was being sent at that moment: it may arrive.\n');
      await printSettled(settled, context);
      await printSlackTable(
        inSlack,
        `These messages are in Slack. Delete them there by hand: search for the id. A message may contain other people's submissions too. Times in ${calendar.timeZone}:`,
        context,
      );
      await printSlackTable(
        perhapsInSlack,
        'These may be in Slack: they were sent, and no answer came. Search for their ids too:',
        context,
      );
      const { submissions, notesAbout } = mentions;
      await printMentions(`${count(submissions.length, 'submission')} of other people`, submissions, context);
      await printMentions('notes about other people', notesAbout, context);
      if (records.length > 0) await print(whatIsLeft[store.engine]);
    }
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

async function printSettled({ gone, waiting, refused }: SettledMessages, { print, calendar }: Context) {
  if (gone > 0)
    await print(
      `\n${count(gone, 'message')} in Slack ${gone === 1 ? 'was' : 'were'} deleted; of a digest, their part.\n`,
    );
  if (waiting > 0)
    await print(
      `\n${count(waiting, 'message')} in Slack ${waiting === 1 ? 'is' : 'are'} still to be deleted. A running server does it, at most 50 a minute; "stats" shows how many wait.\n`,
    );
  if (refused.length === 0) return;
  await print('\nSlack refuses to delete these. Delete them there by hand:\n\n');
  for (const { place, reason } of refused) {
    const [channel = '', ts = ''] = place.split(' ');
    const { what } = explainStoredReason(reason);
    await print(`  channel ${channel}, ${calendar.formatTime(Math.floor(Number(ts) * 1_000))}: ${what}\n`);
  }
}

async function printMentions(where: string, ids: readonly string[], { print }: Context) {
  if (ids.length === 0) return;
  await print(`\nThe address also appears in ${where}. They were not changed; look at each with "show":\n`);
  await print(ids.map((id) => `  ${id}\n`).join(''));
}

async function printSlackTable(records: readonly SubmissionRecord[], heading: string, context: Context) {
  if (records.length === 0) return;
  const { print, width, calendar } = context;
  const rows = records.map(({ id, delivery: { channel, deliveredAtMs } }) => [
    id,
    channel,
    deliveredAtMs === null ? 'unknown' : calendar.formatTime(deliveredAtMs),
  ]);
  await print(`\n${heading}\n\n`);
  await print(
    formatTable([{ title: 'Submission id' }, { title: 'Channel' }, { title: 'Delivered' }], rows, width),
  );
}

const toSlackJson = ({ id, delivery: { channel, deliveredAtMs } }: SubmissionRecord) => ({
  id,
  channel,
  deliveredAtMs,
});
