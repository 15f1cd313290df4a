import { cp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireRoot, run } from '#lab/debian-root.ts';
import { findFreePort } from '#test/program.ts';
import { root as repository } from '../../scripts/step.mjs';
import { type FreshRoot, makeFreshRoot, makeSystem, type NodeMajor, nodes } from './fresh-root.ts';

/** What one try of a README command came to: a row of the table. */
interface Row {
  user: string;
  node: NodeMajor;
  command: string;
  result: string;
  seconds: number;
  isGood: boolean;
}

const users = ['root', 'visitor'];
const majors = Object.keys(nodes).map(Number) as NodeMajor[];
const { user: only, start: isStartOnly } = parseArgs({
  options: { user: { type: 'string' }, start: { type: 'boolean', default: false } },
}).values;
if (only !== undefined && !users.includes(only)) {
  console.error(`--user takes ${users.join(' or ')}; not ${only}.`);
  process.exit(2);
}
requireRoot('mmdebstrap');
const system = await makeSystem();
const rows: Row[] = [];
for (const node of majors)
  for (const user of only === undefined ? users : [only]) rows.push(...(await tryAs(user, node)));
console.log('\n| user | Node | command | seconds | what happened |\n|---|---|---|---|---|');
for (const row of rows) {
  console.log(`| ${row.user} | ${row.node} | \`${row.command}\` | ${row.seconds} | ${row.result} |`);
}
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

/** Both commands of the README in a fresh clone of what is committed here; the tests with the oldest Node only. */
async function tryAs(user: string, node: NodeMajor): Promise<Row[]> {
  console.log(`\nA fresh machine for the user ${user} with Node ${node} …`);
  const machine = await makeFreshRoot(system, user, node);
  const home = user === 'root' ? '/root' : `/home/${user}`;
  try {
    if (user !== 'root') await machine.run(`useradd --create-home ${user}`);
    const clone = path.join(machine.folder, home, 'site');
    await run('git', 'clone', '--quiet', '--no-hardlinks', repository, clone);
    await machine.run(`chown -R ${user}: ${home}`);
    await cp(path.join(import.meta.dirname, 'try-start.sh'), path.join(machine.folder, 'try-start.sh'));
    const port = String(await findFreePort());
    const asUser = (command: string) =>
      `runuser -u ${user} -- sh -c 'cd ${home}/site && HOME=${home} ${command}'`;
    const found = await tryUntilMended(machine, 'npm start', asUser('sh /try-start.sh'), {
      PORT: port,
    });
    if (node === majors[0] && !isStartOnly)
      found.push(...(await tryUntilMended(machine, 'npm test', asUser('npm test'), {})));
    return found.map((row) => ({ user, node, ...row }));
  } finally {
    await machine.remove();
  }
}

/**
 * Runs a command; when it fails and names the one command that corrects it, does as it says, once, and runs
 * it again.
 */
async function tryUntilMended(
  machine: FreshRoot,
  command: string,
  script: string,
  env: Record<string, string>,
): Promise<Omit<Row, 'user' | 'node'>[]> {
  const tryOnce = async () => {
    const startedAt = performance.now();
    const { code, output } = await machine.run(script, env);
    return { code, output, seconds: Math.round((performance.now() - startedAt) / 1000) };
  };
  const summarize = (code: number, output: string) =>
    [
      code === 0 ? 'ended well' : `ended with code ${code}`,
      ...output.split('\n').filter((line) => /^(FRESH: |\d+ passed, )/.test(line)),
      ...(/^NOT RUN:\n(?: {2}.+\n)+/m.exec(output)?.[0].trim().split(/\n */) ?? []),
    ]
      .map((line) => line.replace('FRESH: ', ''))
      .join('; ');
  const first = await tryOnce();
  const row = { command, seconds: first.seconds, result: summarize(first.code, first.output) };
  if (first.code === 0) return [{ ...row, isGood: true }];
  const correction = /sudo (apt-get install [a-z0-9 .+-]+)/.exec(first.output)?.[1];
  if (correction === undefined) return [{ ...row, isGood: false }];
  await machine.run(
    `apt-get update -qq && DEBIAN_FRONTEND=noninteractive ${correction.replace('install', 'install -qq -y')}`,
  );
  const second = await tryOnce();
  return [
    { ...row, result: `${row.result}; it says \`sudo ${correction}\``, isGood: true },
    {
      command: `${command}, again`,
      seconds: second.seconds,
      result: summarize(second.code, second.output),
      isGood: second.code === 0,
    },
  ];
}
