import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findFreePort } from '#test/program.ts';
import { root as repository } from '../../scripts/step.mjs';
import { explainNoRoot, type FreshRoot, makeFreshRoot, type NodeMajor, nodes } from './fresh-root.ts';

const run = promisify(execFile);

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
const reason = explainNoRoot();
if (reason !== null) {
  console.error(reason);
  process.exit(1);
}
const rows: Row[] = [];
/** What each user's commands said. */
const logs = new Map<string, string>();
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
  const machine = await makeFreshRoot(user, node);
  const home = user === 'root' ? '/root' : `/home/${user}`;
  try {
    if (user !== 'root') await machine.run(`useradd --create-home ${user}`);
    await run('git', [
      'clone',
      '--quiet',
      '--no-hardlinks',
      repository,
      path.join(machine.folder, home, 'site'),
    ]);
    await machine.run(`chown -R ${user}: ${home}`);
    await cp(path.join(import.meta.dirname, 'try-start.sh'), path.join(machine.folder, 'try-start.sh'));
    const port = String(await findFreePort());
    const asUser = (command: string) =>
      `runuser -u ${user} -- sh -c 'cd ${home}/site && HOME=${home} ${command}'`;
    const found = await tryUntilMended(machine, user, 'npm start', asUser('sh /try-start.sh'), {
      PORT: port,
    });
    if (node === majors[0] && !isStartOnly)
      found.push(...(await tryUntilMended(machine, user, 'npm test', asUser('npm test'), {})));
    return found.map((row) => ({ user, node, ...row }));
  } finally {
    await saveLog(user);
    await machine.remove();
  }
}

/**
 * Runs a command; when it fails and names the one command that corrects it, does as it says, once, and runs
 * it again.
 */
async function tryUntilMended(
  machine: FreshRoot,
  user: string,
  command: string,
  script: string,
  env: Record<string, string>,
): Promise<Omit<Row, 'user' | 'node'>[]> {
  const tryOnce = async () => {
    const startedAt = performance.now();
    const { code, output } = await machine.run(script, env);
    logs.set(user, `${logs.get(user) ?? ''}\n$ ${command}\n${output}`);
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

/** The whole output stays for who wants to read it. */
async function saveLog(user: string): Promise<void> {
  const folder = path.join(repository, '.cache', 'fresh');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${user}.log`), logs.get(user) ?? '');
}
