import { useState } from 'react';
import { kindNames, waitlistKinds } from '#contract/submission.ts';
import type { Overview } from '../api/queries.ts';
import { NumberTable } from '../ui/number-table.tsx';
import './days-chart.css';
import { type Bar, groupDays } from './group-days.ts';
import { Part } from './part.tsx';

/** Most pixels for a bar and its space: a few days do not fill the width. */
const maxStepPx = 72;
/** Of the labels below the bars; a narrow chart shows every third of them. */
const maxLabels = 12;
/** Lines that say how many a bar's height means. */
const ticksWanted = 4;

/** Stacked bars; of a long time a bar is a week or a month. The same numbers stand in the table below. */
export function DaysChart({ days }: { days: Overview['days'] }) {
  const { bars, unit } = groupDays(days);
  const total = bars.reduce((sum, { creator, venue }) => sum + creator + venue, 0);
  return (
    <Part name="days" title="Applications" empty={total === 0 && 'No applications in this time'}>
      <figure className="stack chart">
        <figcaption className="row">
          {waitlistKinds.map((kind) => (
            <span key={kind} className="chart-key" data-kind={kind}>
              {kindNames[kind][1]}
            </span>
          ))}
          <span className="muted">
            {total.toLocaleString('en')} in all, a bar a {unit}
          </span>
        </figcaption>
        <Bars bars={bars} unit={unit} total={total} />
        <Table bars={bars} unit={unit} />
      </figure>
    </Part>
  );
}

/** Places are in percent of the drawing, which CSS makes as wide as there is room. */
function Bars({ bars, unit, total }: { bars: Bar[]; unit: string; total: number }) {
  const most = Math.max(1, ...bars.map(({ creator, venue }) => creator + venue));
  const tick = roundUp(most / ticksWanted);
  const top = Math.ceil(most / tick) * tick;
  const step = 100 / bars.length;
  const space = step * (bars.length > 60 ? 0.1 : 0.25);
  const every = Math.ceil(bars.length / maxLabels);
  /** One in so many bars, unless it would stand out on the right. */
  const hasLabel = (index: number, oneIn: number) =>
    index % oneIn === 0 && index + Math.min(oneIn, bars.length) <= bars.length;
  const x = (index: number) => `${index * step + space / 2}%`;
  const y = (count: number) => `${100 - (count / top) * 100}%`;
  return (
    <svg
      className="chart-bars"
      style={{ maxWidth: bars.length * maxStepPx }}
      role="img"
      aria-label={`Applications a ${unit}: ${total.toLocaleString('en')} in all, at most ${most.toLocaleString('en')} a ${unit}. The table below has each.`}
    >
      {Array.from({ length: top / tick + 1 }, (_, index) => index * tick).map((count) => (
        <g key={count}>
          <line x2="100%" y1={y(count)} y2={y(count)} />
          <text className="chart-tick" dx="-8" y={y(count)} dy="0.32em">
            {count.toLocaleString('en')}
          </text>
        </g>
      ))}
      {bars.map(({ start, label, creator, venue }, index) => (
        <g key={start}>
          <title>{`${label}: ${creator.toLocaleString('en')} creators, ${venue.toLocaleString('en')} venues`}</title>
          {waitlistKinds.map((kind) => {
            const count = kind === 'creator' ? creator : venue;
            if (count === 0) return null;
            return (
              <rect
                key={kind}
                data-kind={kind}
                x={x(index)}
                width={`${step - space}%`}
                y={y(kind === 'creator' ? creator : creator + venue)}
                height={`${(count / top) * 100}%`}
              />
            );
          })}
          {hasLabel(index, every) && (
            <text x={x(index)} y="100%" dy="1.5em" data-fine={!hasLabel(index, 3 * every) || undefined}>
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** To 1, 2 or 5 times a power of ten, at least 1. */
function roundUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return ([1, 2, 5].find((times) => times * power >= count) ?? 10) * power;
}

/** Built only when it is opened, because "all" may be thousands of days. */
function Table({ bars, unit }: { bars: Bar[]; unit: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <NumberTable
          head={[
            unit === 'day' ? 'Day' : `${unit === 'week' ? 'Week' : 'Month'} from`,
            kindNames.creator[1],
            kindNames.venue[1],
          ]}
          rows={bars.toReversed().map(({ start, creator, venue }) => [start, creator, venue])}
        />
      )}
    </details>
  );
}
