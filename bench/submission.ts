import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { functionNames, functionPath, publishableKey } from '#contract/wire.ts';
import { tell } from './results.ts';
import { distDir, root, startSite } from './site-process.ts';

// The server's own share of a submission: everything up to the flushed commit, at 64 connections.
const connections = 64;
const seconds = 5;
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

const site = await startSite(distDir);
try {
  const child = spawn(
    path.join(root, 'node_modules/.bin/autocannon'),
    [
      ...['--json', '-I', '-c', String(connections), '-d', String(seconds), '-m', 'POST'],
      ...[
        '-H',
        'content-type=application/json',
        '-H',
        `apikey=${publishableKey}`,
        '-b',
        JSON.stringify(body),
      ],
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
  const finding = { subject: `${connections} connections` };
  await tell('submission', "A submission: the server's own time", [
    { ...finding, measure: 'p50', value: latency.p50, unit: 'ms' },
    { ...finding, measure: 'p99', value: latency.p99, unit: 'ms' },
    { ...finding, measure: 'taken', value: requests.average, unit: '/s' },
  ]);
} finally {
  await site.close();
}
