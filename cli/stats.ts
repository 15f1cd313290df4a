import { submissionKinds } from '#contract/submission.ts';
import { explainReason } from '#server/slack/explain-reason.ts';
import type { ChannelState } from '#server/store/store.ts';
import { drawBars } from './bars.ts';
import { defineCommand } from './command.ts';
import { countSubmissions, type Period, periods, type SubmissionCounts } from './count-submissions.ts';
import { type Column, formatTable } from './table.ts';
import { formatAge, formatDay, timeZone } from './time.ts';

const shownCities = 10;
const periodColumns: readonly Column[] = [
  { title: 'Today', alignRight: true },
  { title: '7 days', alignRight: true },
  { title: 'All', alignRight: true },
];

export const stats = defineCommand({
  summary: 'Show how many applied, from where, and what became of the messages',
  options: {},
  printsJson: true,
  details: 'What is quarantined or discarded is not counted as applied. Days are those of this machine (TZ).',
  examples: ['', '--json'],
  async run(_values, _positionals, context) {
    const store = await context.openStore();
    const counts = await countSubmissions(store, context.now, (read) =>
      context.progress(`${read.toLocaleString('en')} read`),
    );
    const channels = await store.channelStates();
    context.progress(null);
    return context.json
      ? context.printJson(toJson(counts, channels, context.now))
      : context.print(describeStats(counts, channels, context.width));
  },
});

function describeStats(
  counts: SubmissionCounts,
  channels: readonly ChannelState[],
  width: number | undefined,
) {
  const row = (label: string, count: Record<Period, number>) => [
    label,
    ...periods.map((period) => count[period].toLocaleString('en')),
  ];
  const more = counts.cities.length - shownCities;
  return [
    formatTable(
      [{ title: 'Submissions' }, ...periodColumns],
      [...submissionKinds.map((kind) => row(kind, counts.kinds[kind])), row('all', counts.total)],
      width,
    ),
    formatTable(
      [{ title: 'City', shrinks: true }, ...periodColumns],
      counts.cities.slice(0, shownCities).map((city) => row(city.name, city)),
      width,
    ) + (more > 0 ? `and ${more.toLocaleString('en')} more (--json has all)\n` : ''),
    formatTable(
      [
        { title: 'Messages' },
        { title: 'Waiting', alignRight: true },
        { title: 'Delivered', alignRight: true },
        { title: 'Parked', alignRight: true },
        { title: 'Quarantined', alignRight: true },
        { title: 'Oldest waiting', alignRight: true },
      ],
      channels.map((channel) => [
        channel.channel,
        ...[channel.waiting, channel.delivered, channel.parked, channel.quarantined].map((count) =>
          count.toLocaleString('en'),
        ),
        channel.oldestWaitingAgeMs === null ? '–' : formatAge(channel.oldestWaitingAgeMs),
      ]),
      width,
    ) + channels.map(describeTrouble).join(''),
    drawBars(counts.days, width),
  ].join('\n');
}

function describeTrouble({ channel, haltedReason, parked, quarantined }: ChannelState): string {
  const lines: string[] = [];
  if (haltedReason !== null) {
    const { what, advice } = explainReason(haltedReason);
    lines.push(`${channel} is HALTED (${haltedReason}). ${what} ${advice}`);
  }
  if (parked > 0)
    lines.push(
      `${channel}: "list --state parked" shows what Slack refused, "retry --parked" sends it again.`,
    );
  if (quarantined > 0) {
    lines.push(`${channel}: "list --state quarantined" shows what is held, "release" or "discard" decides.`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function toJson(counts: SubmissionCounts, channels: readonly ChannelState[], now: Date) {
  const sum = (pick: (channel: ChannelState) => number) =>
    channels.reduce((total, channel) => total + pick(channel), 0);
  const ages = channels.flatMap(({ oldestWaitingAgeMs }) => oldestWaitingAgeMs ?? []);
  return {
    at: now.toISOString(),
    timeZone: timeZone(),
    submissions: { total: counts.total, ...counts.kinds },
    cities: counts.cities,
    messages: {
      waiting: sum(({ waiting }) => waiting),
      delivered: sum(({ delivered }) => delivered),
      parked: sum(({ parked }) => parked),
      quarantined: sum(({ quarantined }) => quarantined),
      oldestWaitingAgeMs: ages.length === 0 ? null : Math.max(...ages),
    },
    channels,
    days: counts.days.map(({ date, count }) => ({ date: formatDay(date), count })),
  };
}
