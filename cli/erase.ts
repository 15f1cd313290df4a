import { randomUUID } from 'node:crypto';
import { describePeriod } from '#contract/periods.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import { countOf } from '#contract/texts.ts';
import { type ErasedReport, erase as eraseCall, maxWaitMs } from '#server/operator/calls/erase.ts';
import { erasePlan } from '#server/operator/calls/erase-plan.ts';
import { CommandError, type Context, defineCommand } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { emailOption, requireAddress } from './options.ts';
import { type Column, formatTable } from './table.ts';
import { describeUnfinished } from './unfinished-copies.ts';

export const erase = defineCommand({
  summary:
    'Erase a person: all submissions from an email address, decisions and notes about them, and what is still to be sent',
  options: {
    email: emailOption,
    yes: yesOption,
  },
  details: `With a Slack app, a running server deletes the messages in Slack, and the command waits for that. Messages of webhooks, and what Slack refuses to delete, are listed, to be deleted there by hand. Backups and exports made before still contain the person. A hash of the address stays, which does not give it back, so that "import" leaves the person out. Sign-ins to the console that succeeded are kept for ${describePeriod('signInsKeptMs')}.`,
  examples: ['--email jane@example.com'],
  async run({ email, yes }, _positionals, context) {
    const address = requireAddress(email);
    const whose = { email: address };
    const plan = await context.make(erasePlan, { whose });
    if (plan.submissions > 0) {
      await confirm(
        `Erase ${countOf(plan.submissions, 'submission')}, and what was decided and noted about them, for good?`,
        yes,
        context,
      );
    }
    const { engine, filesLeft, ...json } = await context.make(eraseCall, {
      changeId: randomUUID(),
      whose,
      waitMs: maxWaitMs,
    });
    const erased = [
      { noun: 'submission', number: json.erased },
      { noun: 'decision', number: json.decisions },
      { noun: 'note', number: json.notes },
      { noun: 'letter', number: json.letters },
      { noun: 'refused sign-in', number: json.refusedSignIns },
    ].filter(({ number }) => number > 0);
    const sums = erased.map(({ noun, number }) => countOf(number, noun)).join(', ');
    const ofOthers = countOf(json.mentionedIn.length, 'submission');
    const texts = [
      sums === '' ? '' : `Erased: ${sums}.\n`,
      json.lettersBeingSent === 0 ? '' : '\nA letter was being sent at that moment: it may arrive.\n',
      describeSettled(json.messages, context),
      describeMessages(
        json.deleteInSlack,
        `These messages are in Slack. Delete them there by hand: search for the id. A message may contain other people's submissions too. Times in ${context.calendar.timeZone}:`,
        context,
      ),
      describeMessages(
        json.perhapsInSlack,
        'These may be in Slack: they were sent, and no answer came. Search for their ids too:',
        context,
      ),
      describeMentions(`${ofOthers} of other people`, json.mentionedIn),
      describeMentions('notes about other people or their answers', json.mentionedInNotesAbout),
      json.erased === 0 ? '' : whatIsLeft[engine],
    ];
    await context.answer(json, texts.join(''));
    const leftToDo = filesLeft ?? describeUnfinished(context.config);
    if (leftToDo !== null) throw new CommandError(leftToDo);
    if (erased.length === 0)
      throw new CommandError(
        `There are no submissions from ${address}. Nothing had to be erased.${engine === 'sqlite' ? ' Nothing that was deleted is in the files of the store.' : ''}`,
      );
  },
});

const inCopies = '\nBackups and exports made before still contain the person.\n';
const whatIsLeft = {
  sqlite: `${inCopies}A running server counts the address in memory, as a keyed hash, for another hour at most.\n`,
  postgres: `${inCopies}Postgres keeps deleted rows in its files until it vacuums the tables, and in its write-ahead log, replicas and backups until these are replaced: "Erase a person" in docs/operations.md.\n`,
} as const;

function describeSettled(
  { gone, waiting, refused }: ErasedReport['messages'],
  { calendar }: Context,
): string {
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

type InSlack = ErasedReport['deleteInSlack'][number];

const columns: readonly Column<InSlack>[] = [
  { title: 'Submission id', cell: ({ id }) => id },
  { title: 'Channel', cell: ({ channel }) => channel },
  {
    title: 'Delivered',
    cell: ({ deliveredAtMs }, { calendar }) =>
      deliveredAtMs === null ? 'unknown' : calendar.formatTime(deliveredAtMs),
  },
];

const describeMessages = (messages: readonly InSlack[], heading: string, context: Context): string =>
  messages.length === 0 ? '' : `\n${heading}\n\n${formatTable(columns, messages, context)}`;
