import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findFreePort } from '#test/program.ts';
import { root as repository } from '../../scripts/step.mjs';
import { explainNoRoot, type FreshRoot, makeFreshRoot } from './fresh-root.ts';

const run = promisify(execFile);

/** What one try of a README command came to: a row of the table. */
interface Row {
  user: string;
  command: string;
  result: string;
  seconds: number;
  isGood: boolean;
}

const users = ['root', 'visitor'];
const { user: only } = parseArgs({ options: { user: { type: 'string' } } }).values;
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
for (const user of only === undefined ? users : [only]) rows.push(...(await tryAs(user)));
console.log('\n| user | command | seconds | what happened |\n|---|---|---|---|');
for (const row of rows) {
  console.log(`| ${row.user} | \`${row.command}\` | ${row.seconds} | ${row.result} |`);
}
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

/** Both commands of the README in a fresh clone of what is committed here. */
async function tryAs(user: string): Promise<Row[]> {
  console.log(`\nA fresh machine for the user ${user} …`);
  const machine = await makeFreshRoot(user);
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
    return [
      ...(await tryUntilMended(machine, user, 'npm start', asUser('sh /try-start.sh'), { PORT: port })),
      ...(await tryUntilMended(machine, user, 'npm test', asUser('npm test'), {})),
    ];
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
): Promise<Row[]> {
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
  const row = { user, command, seconds: first.seconds, result: summarize(first.code, first.output) };
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
      user,
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
