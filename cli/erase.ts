import { randomUUID } from 'node:crypto';
import { describeErased, describeErasePlan } from '#contract/erasure.ts';
import { describePeriod } from '#contract/periods.ts';
import { countOf } from '#contract/texts.ts';
import { type ErasedReport, erase as eraseCall, maxWaitMs } from '#server/operator/calls/erase.ts';
import { erasePlan } from '#server/operator/calls/erase-plan.ts';
import { CommandError, defineCommand } from './command.ts';
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
      if (!yes) context.note(describeErasePlan(plan).join('\n'));
      await confirm(`Erase ${countOf(plan.submissions, 'submission')} for good?`, yes, context);
    }
    const report = await context.make(eraseCall, { changeId: randomUUID(), whose, waitMs: maxWaitMs });
    const { engine, filesLeft, ...json } = report;
    const says = describeErased(report);
    const { timeZone, formatTime } = context.calendar;
    const named = (ids: readonly string[]) => ids.map((id) => `  ${id}\n`).join('');
    const lists: Partial<Record<keyof typeof says, string>> = {
      refused: json.messages.refused
        .map(({ place }) => place.split(' '))
        .map(([channel, ts]) => `  channel ${channel}, ${formatTime(Math.floor(Number(ts) * 1_000))}\n`)
        .join(''),
      deleteInSlack: `Search for the ids; a message may contain other people's submissions too. Times in ${timeZone}:\n\n${formatTable(columns, json.deleteInSlack, context)}`,
      perhapsInSlack: formatTable(columns, json.perhapsInSlack, context),
      mentionedIn: named(json.mentionedIn),
      mentionedInNotesAbout: named(json.mentionedInNotesAbout),
    };
    const texts = Object.entries({ ...says, left: json.erased > 0 && whatIsLeft[engine] })
      .filter(([_about, sentence]) => sentence !== false)
      .map(([about, sentence]) => `${sentence}\n${lists[about as keyof typeof lists] ?? ''}`);
    await context.answer(json, texts.join('\n'));
    const leftToDo = filesLeft ?? describeUnfinished(context.config);
    if (leftToDo !== null) throw new CommandError(leftToDo);
    if (says.erased === false)
      throw new CommandError(
        `There are no submissions from ${address}. Nothing had to be erased.${engine === 'sqlite' ? ' Nothing that was deleted is in the files of the store.' : ''}`,
      );
  },
});

const inCopies = 'Backups and exports made before still contain the person.';
const whatIsLeft = {
  sqlite: `${inCopies}\nA running server counts the address in memory, as a keyed hash, for another hour at most.`,
  postgres: `${inCopies}\nPostgres keeps deleted rows in its files until it vacuums the tables, and in its write-ahead log, replicas and backups until these are replaced: "Erase a person" in docs/operations.md.`,
} as const;

const columns: readonly Column<ErasedReport['deleteInSlack'][number]>[] = [
  { title: 'Submission id', cell: ({ id }) => id },
  { title: 'Channel', cell: ({ channel }) => channel },
  {
    title: 'Delivered',
    cell: ({ deliveredAtMs }, { calendar }) =>
      deliveredAtMs === null ? 'unknown' : calendar.formatTime(deliveredAtMs),
  },
];
