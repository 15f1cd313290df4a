import { createInterface } from 'node:readline/promises';
import { forTerminal } from '#contract/clean-text.ts';
import { CommandError, type Context, UsageError } from './command.ts';

export const yesOption = { short: 'y', about: 'do not ask for confirmation' } as const;

const askedTwiceAbove = 50;

/**
 * Asks on the terminal unless the operator said yes already; twice where it is about many people.
 * @throws when they say no, break it off (Ctrl-C, Ctrl-D, a closed terminal), or when nobody can be asked
 */
export async function confirm(
  question: string,
  isConfirmed: boolean | undefined,
  { stdin, stderr, progress }: Context,
  people = 0,
): Promise<void> {
  if (isConfirmed) return;
  if (stdin === null) throw new UsageError(`${question} There is no terminal to ask on; add --yes to do it.`);
  const questions = [question];
  if (people > askedTwiceAbove)
    questions.push(`That is more than ${askedTwiceAbove} people: ${people.toLocaleString('en')}. Go on?`);
  progress(null);
  const terminal = createInterface({ input: stdin, output: stderr });
  const brokenOff = new AbortController();
  terminal.once('SIGINT', () => terminal.close());
  terminal.once('close', () => brokenOff.abort());
  try {
    for (const each of questions) {
      const answer = await terminal.question(`${forTerminal(each)} [y/N] `, { signal: brokenOff.signal });
      if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('\nNot answered. Nothing was changed.', { cause: error });
  } finally {
    terminal.close();
  }
}
