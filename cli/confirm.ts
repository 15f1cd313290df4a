import { createInterface } from 'node:readline/promises';
import { CommandError, type Context, UsageError } from './command.ts';

export const yesOption = { type: 'boolean', short: 'y', about: 'do not ask for confirmation' } as const;

/**
 * Asks on the terminal unless the operator said yes already; several questions are asked one after the other.
 * @throws when they say no, break it off (Ctrl-C, Ctrl-D, a closed terminal), or when nobody can be asked
 */
export async function confirm(
  questions: string | readonly string[],
  isSaid: boolean | undefined,
  { stdin, stderr }: Pick<Context, 'stdin' | 'stderr'>,
): Promise<void> {
  if (isSaid) return;
  const all = [questions].flat();
  if (stdin === null) throw new UsageError(`${all[0]} There is no terminal to ask on; add --yes to do it.`);
  const terminal = createInterface({ input: stdin, output: stderr });
  const { promise: brokenOff, reject } = Promise.withResolvers<never>();
  terminal.once('SIGINT', () => terminal.close());
  terminal.once('close', () => reject(new CommandError('\nNot answered. Nothing was changed.')));
  try {
    for (const question of all) {
      const answer = await Promise.race([terminal.question(`${question} [y/N] `), brokenOff]);
      if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
    }
  } finally {
    terminal.close();
    brokenOff.catch(() => undefined);
  }
}
