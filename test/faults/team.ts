import { tmpdir } from 'node:os';
import type { ConsoleAnswers } from '#server/admin/create-console-api.ts';
import { postToConsole, signInByLink } from '#test/console-client.ts';
import { runCommand } from '#test/program.ts';

/**
 * How the team acts beside Slack: on the command line, and in the console by its calls.
 *
 * @param env settings that make a command use the server's store
 */
export function joinTeam(env: Record<string, string>) {
  /** By the console's address: the name of the cookie has its port. */
  const cookies = new Map<string, Promise<string>>();

  /** Runs a command with `--json`. @returns what it printed; null: nothing that is JSON */
  async function run(argv: readonly string[], more: Record<string, string> = {}) {
    // It fails where Slack or its server does.
    const command = runCommand([...argv, '--json'], { ...env, ...more }, tmpdir());
    const { stdout, stderr }: { stdout: string; stderr: string } = await command.catch((error) => error);
    return { answer: parseJson(stdout), err: stderr };
  }

  async function signIn(url: string): Promise<string> {
    const { answer, err } = await run(['sign-in'], { ADMIN_PORT: new URL(url).port });
    if (answer === null) throw new Error(`No link to sign in: ${err}`);
    return signInByLink((answer as { link: string }).link);
  }

  return {
    run: (...argv: readonly string[]) => run(argv),
    /**
     * As the console's page sends it, signed in with a link.
     *
     * @throws TypeError when there is no answer
     * @throws Error when it is refused
     * @returns null: there is no such person any more
     */
    async call<Call extends keyof ConsoleAnswers>(
      url: string,
      call: Call,
      body: object,
    ): Promise<ConsoleAnswers[Call] | null> {
      const cookie = cookies.get(url) ?? signIn(url);
      cookies.set(url, cookie);
      const response = await postToConsole(url, call, body, await cookie);
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
