import { execFile } from 'node:child_process';
import { type ConsoleAnswers, consoleCallPath } from '#contract/console-calls.ts';
import { bundleProgram } from '#test/bundle.ts';
import { compileCache } from '#test/program.ts';

/** How the team acts beside Slack: on the command line, and in the console by its calls. */
export interface Team {
  /** Runs a command as a process of its own, with `--json`. */
  run(...argv: readonly string[]): Promise<CommandEnd>;
  /**
   * As the console's page sends it, signed in with a link.
   *
   * @throws TypeError when there is no answer
   * @throws Error when it is refused
   * @returns null: there is no such person any more
   */
  call<Call extends keyof ConsoleAnswers>(
    consoleUrl: string,
    call: Call,
    body: object,
  ): Promise<ConsoleAnswers[Call] | null>;
}

export interface CommandEnd {
  exitCode: number | null;
  /** What it printed; null: nothing that is JSON. */
  answer: unknown;
  err: string;
}

/** @param env settings that make a command use the server's store */
export async function joinTeam(env: Record<string, string>): Promise<Team> {
  const { cli } = await bundleProgram();
  /** By the console's address: the name of the cookie has its port. */
  const cookies = new Map<string, Promise<string>>();

  const run = (argv: readonly string[], more: Record<string, string> = {}): Promise<CommandEnd> =>
    new Promise((resolve) => {
      const settings = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env, ...more };
      const child = execFile(
        process.execPath,
        [cli, ...argv, '--json'],
        { env: settings, timeout: 180_000, killSignal: 'SIGKILL' },
        (_error, out, err) => resolve({ exitCode: child.exitCode, answer: parseJson(out), err }),
      );
    });

  const post = (url: string, call: keyof ConsoleAnswers, body: object, cookie = '') =>
    fetch(`${url}${consoleCallPath(call)}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });

  async function signIn(url: string): Promise<string> {
    const { answer, err } = await run(['sign-in'], { ADMIN_PORT: new URL(url).port });
    if (answer === null) throw new Error(`No link to sign in: ${err}`);
    const token = (answer as { link: string }).link.split('/').at(-1);
    const { headers } = await post(url, 'signIn', { token });
    return headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  }

  return {
    run: (...argv) => run(argv),
    async call<Call extends keyof ConsoleAnswers>(url: string, call: Call, body: object) {
      const cookie = cookies.get(url) ?? signIn(url);
      cookies.set(url, cookie);
      const response = await post(url, call, body, await cookie);
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
      return (await response.json()) as ConsoleAnswers[Call];
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
