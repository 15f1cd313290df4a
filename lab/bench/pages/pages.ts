import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BareAnswers } from '#lab/bench/bare-server.ts';
import { type Finding, median, tell } from '#lab/bench/results.ts';
import { distDir, root, startSite } from '#lab/bench/site-process.ts';
import { startNginx } from './nginx.ts';

// Pages a second: ours, nginx's and bare Node's, the same bytes under the same headers. They take turns,
// and the load comes from a process of its own. A ratio is the median of the rounds' ratios, so that a load
// that comes and goes beside the bench slows both of its sides.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    dist: { type: 'string', default: distDir },
  },
});
const connections = 64;
const warmUpAnswers = 8_000;

const site = await startSite(values.dist);
const { headers, body } = await ask(site.port);
const bare = fork(path.join(import.meta.dirname, '..', 'bare-server.ts'));
bare.send({ '/': { headers, body: body.toString('base64') } } satisfies BareAnswers);
const [barePort] = (await once(bare, 'message')) as [number];
const nginx = await startNginx(headers, body);
if (nginx === null) console.log('nginx is not here (apt-get install nginx-light): compared without it.');

interface Server {
  port: number;
  pid: number;
}
interface Load {
  /** Requests a second that got a whole 200. */
  perSecond: number;
  /** Of the server's process; NaN where /proc is not. */
  cpuUsPerAnswer: number;
}

try {
  const servers: [string, Server][] = [
    ['ours', site],
    ['bare node:http', { port: barePort, pid: bare.pid ?? 0 }],
    ...(nginx ? [['nginx', nginx] as [string, Server]] : []),
  ];
  // By count, not by time: a busy machine needs longer until its code is compiled.
  for (const [, server] of servers) await load(server, ['-a', String(warmUpAnswers)]);
  const found = new Map<string, Load[]>(servers.map(([name]) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, server] of round % 2 === 0 ? servers : servers.toReversed()) {
      found.get(name)?.push(await load(server, ['-d', values.seconds]));
    }
  }
  const of = (name: string, read: (load: Load) => number) => (found.get(name) ?? []).map(read);
  const rate = ({ perSecond }: Load) => perSecond;
  const ratio = (name: string) => {
    const others = of(name, rate);
    return median(of('ours', rate).map((ours, round) => ours / (others[round] ?? Number.NaN)));
  };
  const finding = (measure: string, value: number, unit: string): Finding => ({
    subject: `/ (${body.length} bytes)`,
    measure,
    value,
    unit,
  });
  const load1 = loadavg()[0]?.toFixed(1);
  await tell(
    'pages',
    `Pages a second at ${connections} connections (median of ${values.rounds}; load ${load1} at the end, ${availableParallelism()} cores)`,
    [
      ...servers.map(([name]) => finding(name, median(of(name, rate)), '/s')),
      ...servers.map(([name]) =>
        finding(`CPU an answer, ${name}`, median(of(name, ({ cpuUsPerAnswer }) => cpuUsPerAnswer)), 'µs'),
      ),
      ...(nginx ? [finding('ours / nginx', ratio('nginx'), '×')] : []),
      { ...finding('ours / bare', ratio('bare node:http'), '×'), target: { atLeast: 0.7 } },
    ],
  );
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

async function load({ port, pid }: Server, amount: string[]): Promise<Load> {
  const cpuBefore = await readCpuUs(pid);
  const child = spawn(
    path.join(root, 'node_modules/.bin/autocannon'),
    ['--json', '-c', String(connections), ...amount, '-H', 'accept-encoding=br', `http://127.0.0.1:${port}/`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  const result: { '2xx': number; non2xx: number; errors: number; duration: number } = JSON.parse(text);
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return {
    perSecond: result['2xx'] / result.duration,
    cpuUsPerAnswer: ((await readCpuUs(pid)) - cpuBefore) / result['2xx'],
  };
}

/** CPU time that a process has used, in steps of 10 ms (proc_pid_stat(5), fields 14 and 15). */
async function readCpuUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
