import { cleanLine } from '#contract/clean-text.ts';
import { signInFragment } from '#contract/console-calls.ts';
import { describePeriod, periods } from '#contract/periods.ts';
import { createLink } from '#server/admin/sign-in-token.ts';
import { CommandError, defineMachineCommand, UsageError } from './command.ts';

const askWithinMs = 2_000;
const maxNameCharacters = 50;

export const signIn = defineMachineCommand({
  summary: 'Print a link that signs you in to the console',
  options: {
    as: {
      value: 'NAME',
      about: 'your name, where several people share an account on this machine',
    },
  },
  details: `The link works once, for ${describePeriod('signInLinkMs')}. Decisions in the console are then made in the name of your account on this machine, with --as in your name beside it.`,
  examples: ['', '--as Grace'],
  async run({ as }, _positionals, context) {
    const account = as === undefined ? context.actor.id : `${requireName(as)} (${context.actor.id})`;
    const { console: settings } = context.config;
    if (settings === null)
      throw new CommandError('The console is off. Remove ADMIN_PORT=off, and start the server again.');
    if (settings.port === 0)
      throw new CommandError('ADMIN_PORT is 0, any port: the server prints where the console is.');
    const here = `http://127.0.0.1:${settings.port}`;
    const url = settings.url ?? here;
    const token = await createLink(await context.openStore(), account);
    const link = `${url}/${signInFragment(token)}`;
    if (!(await isConsole(here))) {
      context.note(
        `No console answers on port ${settings.port} of this machine. Start the server with: npm start (where it runs already, its log says why the console is not served).`,
      );
    }
    await context.answer({ link, validForMs: periods.signInLinkMs }, `${link}\n`);
  },
});

/** @throws {UsageError} when nothing is in it, or it is too long */
function requireName(given: string): string {
  const name = cleanLine(given);
  if (name === '' || name.length > maxNameCharacters)
    throw new UsageError(`Say your name in 1 to ${maxNameCharacters} characters: sign-in --as Grace.`);
  return name;
}

/** Whether it is a console that listens there, not another program. */
async function isConsole(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(askWithinMs),
    });
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 'SIGN_IN';
  } catch {
    return false;
  }
}
