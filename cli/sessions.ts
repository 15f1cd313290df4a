import { sessionTimes } from '#server/admin/sign-in-token.ts';
import type { SignInWay } from '#server/store/sign-in.ts';
import { defineCommand } from './command.ts';
import { count } from './records.ts';
import { formatTable } from './table.ts';

const shownSignIns = 20;

const wayLabels: Readonly<Record<SignInWay, string>> = { link: 'link', provider: 'identity provider' };

export const sessions = defineCommand({
  summary: 'Show who is signed in to the console, and the last sign-ins',
  details: '"sign-out" ends sessions. Sign-ins are kept for 90 days, of refused ones the last 10,000.',
  examples: [''],
  async run(_values, _positionals, context) {
    const store = await context.openStore();
    const open = await store.readSessions(sessionTimes);
    const signIns = await store.readSignIns(shownSignIns);
    if (context.json) return context.printJson({ sessions: open, signIns });
    const formatTime = (atMs: number) => context.calendar.formatRecent(atMs, context.now.getTime());
    if (open.length > 0) {
      const rows = open.map(({ name, id, way, startedAtMs, lastSeenAtMs }) => [
        name,
        id,
        wayLabels[way],
        formatTime(startedAtMs),
        formatTime(lastSeenAtMs),
      ]);
      const columns = [
        { title: 'Signed in', shrinks: true },
        { title: 'Account', shrinks: true },
        { title: 'By' },
        { title: 'Since' },
        { title: 'Last seen' },
      ];
      await context.print(formatTable(columns, rows, context.width));
    }
    await context.print(`${open.length > 0 ? '\n' : ''}${count(open.length, 'session')}.\n`);
    if (signIns.length === 0) return;
    const rows = signIns.map(({ atMs, who, way, result }) => [
      formatTime(atMs),
      who ?? '(not known)',
      wayLabels[way],
      result,
    ]);
    const columns = [
      { title: 'When' },
      { title: 'Who', shrinks: true },
      { title: 'By' },
      { title: 'Result' },
    ];
    await context.print(`\nLast sign-ins, times in ${context.calendar.timeZone}:\n`);
    await context.print(formatTable(columns, rows, context.width));
  },
});
