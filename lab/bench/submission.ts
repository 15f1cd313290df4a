import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { functionNames, functionPath, publishableKey } from '#contract/wire.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { type Finding, median, tell } from './results.ts';
import { distDir, root, startSite } from './site-process.ts';
import { fillForm, formSelector } from './visit/fill-form.ts';
import type { Observed } from './visit/observe.ts';
import { openPhone, visit } from './visit/phone.ts';

// From the click to the toast on a slow phone, and the server's own share of it: everything up to the
// flushed commit, for one who sends alone and for 64 at once.
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, dist: { type: 'string', default: distDir } },
});
const manyConnections = 64;
const seconds = 4;
const roundTripMs = 150;
/** What any other press may take on this phone (`lab/bench/visit`): pending and toast are drawn by it. */
const drawingMs = 100;
const body = {
  name: 'Ana Díaz',
  // autocannon puts another value in for each request.
  email: '[<id>]@example.com',
  handle: '@ana',
  venueName: '',
  website: '',
  city: 'Sydney',
  bio: 'I write about bars.',
  message: '',
  isVenueForm: false,
};

const executablePath = await findChromium();
if (executablePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
const site = await startSite(values.dist);
try {
  // The first second compiles and fills caches.
  await send(1, 1);
  const alone = await send(1, seconds);
  const together = await send(manyConnections, seconds);
  const toToast = await measureToasts(executablePath, Number(values.rounds));

  const many = `server, ${manyConnections} connections`;
  const findings: Finding[] = [
    {
      subject: `slow phone (median of ${values.rounds})`,
      measure: 'click to toast',
      value: toToast,
      unit: 'ms',
      target: { atMost: roundTripMs + alone.p50 + drawingMs },
      note: `One round trip of ${roundTripMs} ms, the server's ${alone.p50} ms for one who sends alone, and ${drawingMs} ms for what the phone draws.`,
    },
    { subject: 'server, 1 connection', measure: 'p50', value: alone.p50, unit: 'ms' },
    { subject: 'server, 1 connection', measure: 'p99', value: alone.p99, unit: 'ms' },
    { subject: many, measure: 'p50', value: together.p50, unit: 'ms' },
    {
      subject: many,
      measure: 'p99',
      value: together.p99,
      unit: 'ms',
      target: { atMost: roundTripMs },
      note: 'So that the network is the larger part of the wait even with many connections.',
    },
    { subject: many, measure: 'taken', value: together.perSecond, unit: '/s' },
  ];
  await tell('submission', 'A submission, from the click to the toast', findings);
} finally {
  await site.close();
}

/** Latencies in milliseconds; the load comes from a process of its own. */
async function send(
  connections: number,
  forSeconds: number,
): Promise<{ p50: number; p99: number; perSecond: number }> {
  const child = spawn(
    path.join(root, 'node_modules/.bin/autocannon'),
    [
      ...['--json', '-I', '-c', String(connections), '-d', String(forSeconds), '-m', 'POST'],
      ...['-H', 'content-type=application/json', '-H', `apikey=${publishableKey}`],
      ...['-b', JSON.stringify(body)],
      `http://127.0.0.1:${site.port}${functionPath(functionNames.waitlist)}`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  const { latency, non2xx, errors, requests } = JSON.parse(text) as {
    latency: { p50: number; p99: number };
    requests: { average: number };
    non2xx: number;
    errors: number;
  };
  if (non2xx + errors > 0) throw new Error(`${non2xx} submissions were refused, ${errors} failed.`);
  return { p50: latency.p50, p99: latency.p99, perSecond: requests.average };
}

/** Milliseconds from the click to the success toast, median. */
async function measureToasts(executablePath: string, rounds: number): Promise<number> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const found: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const phone = await openPhone(browser);
      await visit(phone, `${site.url}/`, true);
      const form = phone.page.locator(formSelector);
      await form.getByRole('button', { name: 'As Venue' }).tap();
      await form.getByLabel('Name', { exact: true }).fill('Ana');
      await fillForm(phone.page);
      // Whoever fills a form in takes longer than this; what the page does meanwhile is done by then.
      await phone.page.waitForLoadState('networkidle');
      await phone.page.waitForTimeout(400);
      await form.getByRole('button', { name: 'Join Waitlist' }).tap();
      await phone.page.waitForFunction(
        () => (window as unknown as { seen: Observed }).seen.toastAt > 0,
        null,
        { polling: 100 },
      );
      const isRefused = await phone.page.locator('.toast[data-variant="destructive"]').isVisible();
      if (isRefused) throw new Error('The toast showed a failure.');
      const { clickedAt, toastAt } = await phone.observed();
      found.push(toastAt - clickedAt);
      await phone.close();
    }
    return median(found);
  } finally {
    await browser.close();
  }
}
