import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Finding, median, tell } from '../results.ts';
import { distDir, root, startSite } from '../site-process.ts';
import { startNginx } from './nginx.ts';

// Pages a second: ours, nginx's and bare Node's, the same bytes under the same headers. They take turns,
// and the load comes from a process of its own.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    dist: { type: 'string', default: distDir },
  },
});
const connections = 64;

const site = await startSite(values.dist);
const { headers, body } = await ask(site.port);
const bare = fork(path.join(import.meta.dirname, 'bare-server.ts'));
bare.send({ headers, body: body.toString('base64') });
const [barePort] = (await once(bare, 'message')) as [number];
const nginx = await startNginx(headers, body);
if (nginx === null) console.log('nginx is not here (apt-get install nginx-light): compared without it.');

try {
  const ports = { ours: site.port, bare: barePort, ...(nginx ? { nginx: nginx.port } : {}) };
  const rates = new Map<string, number[]>();
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const turn = Object.entries(ports);
    for (const [name, port] of round % 2 === 0 ? turn : turn.reverse()) {
      rates.set(name, [...(rates.get(name) ?? []), await load(port)]);
    }
  }
  const rate = (name: string) => median(rates.get(name) ?? []);
  const finding = (measure: string, value: number, unit: string): Finding => ({
    subject: `/ (${body.length} bytes)`,
    measure,
    value,
    unit,
  });
  await tell('pages', `Pages a second at ${connections} connections (median of ${values.rounds})`, [
    finding('ours', rate('ours'), '/s'),
    finding('bare node:http', rate('bare'), '/s'),
    ...(nginx
      ? [finding('nginx', rate('nginx'), '/s'), finding('ours / nginx', rate('ours') / rate('nginx'), '×')]
      : []),
    { ...finding('ours / bare', rate('ours') / rate('bare'), '×'), target: { atLeast: 0.7 } },
  ]);
} finally {
  bare.disconnect();
  await nginx?.close();
  await site.close();
}

/** As a browser would: `fetch` would take the compression off. */
function ask(port: number): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/', headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...rest } = response.headers;
        resolve({ headers: rest as Record<string, string>, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Requests a second that got a whole 200. */
async function load(port: number): Promise<number> {
  const child = spawn(
    path.join(root, 'node_modules/.bin/autocannon'),
    [
      '--json',
      '-c',
      String(connections),
      '-d',
      values.seconds,
      '-H',
      'accept-encoding=br',
      `http://127.0.0.1:${port}/`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  const result: { '2xx': number; non2xx: number; errors: number; duration: number } = JSON.parse(text);
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result['2xx'] / result.duration;
}
