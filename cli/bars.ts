import { countOf } from '#contract/texts.ts';

const eighths = ' ▁▂▃▄▅▆▇█';
const height = 6;

/** Upright bars below a heading, one a day. Wide terminals get room between the bars, narrow ones fewer days. */
export function drawBars(allDays: readonly { date: string; count: number }[], maxWidth = 80): string {
  const widestLabel = Math.max(...allDays.map(({ count }) => count.toLocaleString('en').length));
  const days = allDays.slice(-Math.max(1, maxWidth - widestLabel - 1));
  const most = Math.max(1, ...days.map(({ count }) => count));
  const label = most.toLocaleString('en');
  const axis = (text: string) => `${text.padStart(label.length)} `;
  const room = maxWidth - axis('').length;
  const barWidth = days.length * 3 <= room ? 2 : 1;
  const gap = days.length * (barWidth + 1) <= room ? ' ' : '';
  const lines = Array.from({ length: height }, (_, index) => {
    const floor = height - 1 - index;
    const bars = days.map(({ count }) => {
      // Even a day with a single submission shows a bar.
      const filled = count === 0 ? 0 : Math.max(1, Math.round((count / most) * height * 8));
      return (eighths[Math.min(8, Math.max(0, filled - floor * 8))] ?? ' ').repeat(barWidth);
    });
    return `${axis(index === 0 ? label : index === height - 1 ? '0' : '')}${bars.join(gap)}`.trimEnd();
  });
  const from = days[0]?.date ?? '';
  const to = days.at(-1)?.date ?? '';
  const width = days.length * (barWidth + gap.length) - gap.length;
  const ends = `${from}${to.padStart(Math.max(width - from.length, to.length + 1))}`;
  const foot = axis('').length + ends.length <= maxWidth ? axis('') + ends : `to ${to}`;
  return `${[`Last ${countOf(days.length, 'day')}`, ...lines, foot].join('\n')}\n`;
}
