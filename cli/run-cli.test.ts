import { expect, test } from 'vitest';
import { collectOutput } from '#test/cli-fixture.ts';
import { commands } from './commands.ts';
import { runCli } from './run-cli.ts';
import { widthOf } from './terminal-text.ts';

async function run(...argv: string[]) {
  const stdout = collectOutput();
  const stderr = collectOutput();
  const exitCode = await runCli(argv, {
    env: { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' },
    stdout,
    stderr,
  });
  return { exitCode, out: stdout.text(), err: stderr.text() };
}

test('help lists every command and the exit codes; each command has its own, within 80 columns', async () => {
  const { exitCode, out } = await run('help');
  expect(exitCode).toBe(0);
  expect(out).toContain('Exit codes: 0 done');
  for (const [name, { options = {} }] of Object.entries(commands)) {
    expect(out).toContain(`  ${name}`);
    const own = (await run('help', name)).out;
    expect(own).toContain(`npm run waitlist -- ${name}`);
    for (const option of Object.keys(options)) expect(own).toContain(`--${option}`);
    expect((await run(name, '--help')).out).toBe(own);
    // Examples are copied: they are not wrapped.
    const sentences = `${out}${own}`.split('\n').filter((line) => !line.includes('npm run waitlist'));
    expect(sentences.filter((line) => widthOf(line) > 80)).toEqual([]);
  }
});

test.each([
  [[], /operator's commands/],
  [['nothing'], /no command "nothing". "help" lists all commands/],
  [['lits'], /no command "lits". Did you mean "list"\?/],
  [['help', 'exprot'], /Did you mean "export"\?/],
  [['list', '--nope'], /"list" has no option --nope. "help list" shows what it takes/],
  [['list', '--ctiy', 'x'], /has no option --ctiy. Did you mean "--city"\?/],
  [['list', '-x'], /has no option -x/],
  [['list', 'surplus'], /takes only options, not also "surplus"/],
  [['show', '1', '2'], /takes one ID, not also "2"/],
  [['list', '--kind', 'x'], /--kind takes one of creator, venue, contact/],
  [['list', '--kind', 'creators'], /Did you mean "creator"\?/],
  [['held', '--state', 'quarantine'], /Did you mean "quarantined"\?/],
  [['list', '--sort', 'size'], /--sort takes one of newest, oldest, name, city/],
  [['list', '--city'], /--city needs a value: --city CITY/],
  [['list', '--city', '--json'], /--city needs a value/],
  [['list', '--json=1'], /--json takes no value/],
  [['list', '--city', 'a', '--city', 'b'], /--city is given twice/],
  [['list', '--since', 'yesterday'], /--since takes a time such as/],
  [['list', '--since', 'today', '--until', '7d'], /--until must be later than --since/],
  [['list', '--after', '0'], /--after takes a whole number/],
  [['erase'], /Say whose submissions: --email ADDRESS/],
  [['export', '--format', 'xls'], /--format takes one of csv, json/],
])('%j is called wrongly: exit code 2, what to do on stderr', async (argv, message) => {
  const { exitCode, out, err } = await run(...argv);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toMatch(message);
});

test.each([['erase'], ['person'], ['list']])(
  '%s --email with part of an address: exit code 1',
  async (name) => {
    const { exitCode, err } = await run(name, '--email', 'jane');
    expect(exitCode).toBe(1);
    expect(err).toContain('"jane" is not a whole email address');
  },
);

test('a store that cannot be reached: exit code 1, no stack unless asked for, no password', async () => {
  const plain = await run('stats');
  expect(plain.exitCode).toBe(1);
  expect(plain.err).not.toMatch(/hunter2|\n\s+at /);
  const debug = await run('stats', '--debug');
  expect(debug.err).toMatch(/\n\s+at /);
  expect(debug.err).not.toContain('hunter2');
});

test('whatever is printed has nothing that controls a terminal', async () => {
  const typed = 'li\u001b[2J\u009b2J\u202e\rst';
  for (const argv of [
    [typed],
    ['help', typed],
    ['show', typed, typed],
    ['erase', '--email', typed],
    ['list', `--${typed}`],
  ]) {
    const { exitCode, out, err } = await run(...argv);
    expect([exitCode, out]).not.toEqual([0, '']);
    expect(`${out}${err}`, argv.join(' ')).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  }
  const env = { 'SLACK_WEBHOOK_UR\u009bL': 'x', LOG_LEVEL: 'nothing' };
  const stderr = collectOutput();
  await runCli(['stats'], { env, namesInFile: Object.keys(env), stdout: collectOutput(), stderr });
  expect(stderr.text()).toContain('SLACK_WEBHOOK_UR\\u009bL in .env is not a setting');
});
