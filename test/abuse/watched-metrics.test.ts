import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorStatuses } from '#contract/wire.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { openStore } from '#server/store/open-store.ts';

const folder = path.join(import.meta.dirname, '../../docs/operations');
const grafanaIntervals = /\$__rate_interval/g;

interface Dashboard {
  panels: {
    id: number;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string }[];
  }[];
}

async function readExpressions(): Promise<[place: string, expression: string][]> {
  const rules = await readFile(path.join(folder, 'alerts.yaml'), 'utf8');
  const dashboard: Dashboard = JSON.parse(
    await readFile(path.join(folder, 'grafana-dashboard.json'), 'utf8'),
  );
  return [
    ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']): [string, string] => [
      'alerts.yaml',
      expr,
    ]),
    ...dashboard.panels.flatMap(({ targets }) =>
      targets.map(({ expr }): [string, string] => ['grafana-dashboard.json', expr]),
    ),
  ];
}

/** Name of each metric as it is rendered, to its labels. */
let rendered: Map<string, Set<string>>;

/** Metrics of a server that has not answered anything yet. */
let fresh: string;

beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-metrics-'));
  const store = await openStore({ databaseUrl: null, dataDir });
  const metrics = createMetrics(store);
  metrics.countAccepted('creator', 'honeypot');
  metrics.observeCommit(1, 1);
  metrics.observeAnswer('/functions/v1/send-to-slack', 200, 1);
  metrics.countRefused('INTERNAL');
  metrics.observeSend([{ channel: 'waitlist', kind: 'submission' }], 'delivered', 1);
  fresh = (await createMetrics(store).render()).text;
  const { text } = await metrics.render();
  await store.close();
  await rm(dataDir, { recursive: true });
  rendered = new Map();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? /gm)) {
    const known = rendered.get(name) ?? new Set();
    rendered.set(name, known);
    for (const [, label = ''] of labels.matchAll(/([a-z]+)="/g)) known.add(label);
  }
});

describe('what the alert rules and the dashboard query', () => {
  test('are metrics and labels that the server has', async () => {
    const expressions = await readExpressions();
    expect(expressions.length).toBeGreaterThan(25);
    for (const [place, expr] of expressions) {
      const bare = expr.replaceAll(grafanaIntervals, '5m').replaceAll(/"[^"]*"/g, '""');
      const names = bare.match(/entree_[a-z_]+/g) ?? [];
      if (!expr.startsWith('up{')) expect(names, `${place}: ${expr}`).not.toEqual([]);
      const missing = names.filter((name) => !rendered.has(name));
      expect(missing, `${place}: ${expr}`).toEqual([]);
      const labels = [...bare.matchAll(/entree_[a-z_]+\{([^}]*)\}/g)].flatMap(
        ([, inner = '']) => inner.match(/[a-z]+(?==)/g) ?? [],
      );
      const grouped = [...bare.matchAll(/by \(([^)]*)\)/g)].flatMap(([, inner = '']) => inner.split(', '));
      // Prometheus adds these itself.
      const own = new Set(['instance', 'job', ...names.flatMap((name) => [...(rendered.get(name) ?? [])])]);
      expect(
        [...labels, ...grouped].filter((label) => !own.has(label)),
        `${place}: ${expr}`,
      ).toEqual([]);
    }
  });

  test('names codes that are answered', async () => {
    for (const [, expr] of await readExpressions()) {
      for (const [, code = ''] of expr.matchAll(/code="([^"]*)"/g)) {
        expect(Object.keys(errorStatuses)).toContain(code);
      }
    }
  });

  test('counters start at 0, because Prometheus sees no increase in a series that is new', () => {
    for (const line of [
      'entree_requests_refused_total{code="INTERNAL"} 0',
      'entree_requests_refused_total{code="UNAVAILABLE"} 0',
      'entree_submissions_quarantined_total{reason="email"} 0',
      'entree_submissions_accepted_total{kind="venue"} 0',
    ]) {
      expect(fresh).toContain(line);
    }
  });
});
