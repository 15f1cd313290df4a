import { noLettersSentence, readTellTime } from '#server/operator/telling.ts';
import { CommandError, type CommandOption, type Context, UsageError } from './command.ts';

export const tellOption = {
  type: 'string',
  value: 'TIME',
  about: 'when the letters go, such as "2026-12-01 10:00"; ten seconds later by default',
} as const satisfies CommandOption;

/**
 * Milliseconds since the epoch; null: at once.
 * @throws {UsageError} when it is no time to tell somebody
 * @throws {CommandError} when letters are not set up
 */
export function readTelling(tell: string | undefined, { config, calendar, now }: Context): number | null {
  if (tell === undefined) return null;
  const { tellAtMs, problem } = readTellTime(tell, { calendar, nowMs: now.getTime() });
  if (problem !== null) throw new UsageError(`--tell: ${problem}`);
  if (config.mail === null) throw new CommandError(noLettersSentence);
  return tellAtMs;
}
