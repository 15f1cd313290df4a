import { describePeriod } from '#contract/periods.ts';
import { countOf } from '#contract/texts.ts';
import { sessionTimes } from '#server/admin/sign-in-token.ts';
import type { ConsoleSession, SignIn, SignInWay } from '#server/store/sign-in.ts';
import { defineMachineCommand } from './command.ts';
import { type Column, formatTable } from './table.ts';

const shownSignIns = 20;

const wayLabels: Readonly<Record<SignInWay, string>> = { link: 'link', provider: 'identity provider' };

const sessionColumns: readonly Column<ConsoleSession>[] = [
  { title: 'Signed in', shrinks: true, cell: ({ name }) => name },
  { title: 'Account', shrinks: true, cell: ({ id }) => id },
  { title: 'By', cell: ({ way }) => wayLabels[way] },
  { title: 'Since', cell: ({ startedAtMs }, { calendar }) => calendar.formatTime(startedAtMs) },
  { title: 'Last seen', cell: ({ lastSeenAtMs }, { calendar }) => calendar.formatTime(lastSeenAtMs) },
];

const signInColumns: readonly Column<SignIn>[] = [
  { title: 'When', cell: ({ atMs }, { calendar }) => calendar.formatTime(atMs) },
  { title: 'Who', shrinks: true, cell: ({ who }) => who ?? '(not known)' },
  { title: 'By', cell: ({ way }) => wayLabels[way] },
  { title: 'Result', cell: ({ result }) => result },
];

export const sessions = defineMachineCommand({
  summary: 'Show who is signed in to the console, and the last sign-ins',
  details: `"sign-out" ends sessions. Sign-ins are kept for ${describePeriod('signInsKeptMs')}, of refused ones the last 10,000.`,
  examples: [''],
  async run(_values, _positionals, context) {
    const store = await context.openStore();
    const open = await store.readSessions(sessionTimes);
    const signIns = await store.readSignIns(shownSignIns);
    const table = open.length === 0 ? '' : `${formatTable(sessionColumns, open, context)}\n`;
    const last = `\nLast sign-ins, times in ${context.calendar.timeZone}:\n${formatTable(signInColumns, signIns, context)}`;
    await context.answer(
      { sessions: open, signIns },
      `${table}${countOf(open.length, 'session')}.\n${signIns.length === 0 ? '' : last}`,
    );
  },
});
