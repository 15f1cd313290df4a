import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { useState } from 'react';
import type { Overview } from '#contract/console-answers.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { NumberTable } from '../ui/number-table.tsx';
import './days-chart.css';
import { kindNames } from './funnel.tsx';
import { type Bar, groupDays } from './group-days.ts';
import { useWidth } from './use-width.ts';

const heightPx = 220;
const margin = { top: 8, right: 0, bottom: 24, left: 44 };
const labelWidthPx = 64;
/** Most pixels for a bar and its space: a few days do not fill the width. */
const widestStepPx = 72;

/** Stacked bars; of a long time a bar is a week or a month. The same numbers stand in the table below. */
export function DaysChart({ days }: { days: Overview['days'] }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const { bars, unit } = groupDays(days);
  const total = bars.reduce((sum, { creator, venue }) => sum + creator + venue, 0);
  return (
    <figure className="chart">
      <figcaption>
        {waitlistKinds.map((kind) => (
          <span key={kind} className="chart-key" data-kind={kind}>
            {kindNames[kind]}
          </span>
        ))}
        <span className="muted">
          {total.toLocaleString('en')} in all, a bar a {unit}
        </span>
      </figcaption>
      <div ref={ref} className="chart-place">
        {width > 0 && <Bars bars={bars} width={width} unit={unit} total={total} />}
      </div>
      <Table bars={bars} unit={unit} />
    </figure>
  );
}

function Bars({ bars, width, unit, total }: { bars: Bar[]; width: number; unit: string; total: number }) {
  const most = Math.max(1, ...bars.map(({ creator, venue }) => creator + venue));
  const x = scaleBand(
    bars.map(({ start }) => start),
    [margin.left, Math.min(width - margin.right, margin.left + bars.length * widestStepPx)],
  ).padding(bars.length > 60 ? 0.1 : 0.25);
  const y = scaleLinear([0, most], [heightPx - margin.bottom, margin.top]).nice(4);
  const layers = stack<Bar, WaitlistKind>().keys(waitlistKinds)(bars);
  const every = Math.max(1, Math.ceil(labelWidthPx / x.step()));
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <svg
      className="chart-bars"
      width={width}
      height={heightPx}
      role="img"
      aria-label={`Applications a ${unit}: ${total.toLocaleString('en')} in all, at most ${most.toLocaleString('en')} a ${unit}. The table below has each.`}
    >
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={margin.left} x2={width} />
          <text x={margin.left - 8} dy="0.32em" textAnchor="end">
            {tick.toLocaleString('en')}
          </text>
        </g>
      ))}
      {layers.map((layer) => (
        <g key={layer.key} data-kind={layer.key}>
          {layer.map(([low, high], index) => {
            const bar = bars[index];
            if (!bar || high === low) return null;
            return (
              <rect
                key={bar.start}
                x={x(bar.start)}
                width={x.bandwidth()}
                y={y(high)}
                height={y(low) - y(high)}
              >
                <title>{`${bar.label}: ${bar.creator.toLocaleString('en')} creators, ${bar.venue.toLocaleString('en')} venues`}</title>
              </rect>
            );
          })}
        </g>
      ))}
      {bars.map((bar, index) =>
        index % every === 0 ? (
          <text key={bar.start} x={x(bar.start) ?? 0} y={heightPx - 6}>
            {bar.label}
          </text>
        ) : null,
      )}
    </svg>
  );
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
            kindNames.creator,
            kindNames.venue,
          ]}
          rows={bars.toReversed().map(({ start, creator, venue }) => [start, creator, venue])}
        />
      )}
    </details>
  );
}
