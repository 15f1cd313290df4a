import type { TellTime } from '#contract/console-answers.ts';
import type { ConsoleAnswers, ConsoleRequest } from '#contract/console-calls.ts';
import { ConsoleCallError, type ConsoleUser } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { explainNoLetterAgain, noLettersSentence, readTellTime } from '#server/operator/telling.ts';
import { actorOf } from './decide.ts';

export async function tellTime(
  { at }: ConsoleRequest<'tellTime'>,
  { calendar, now = Date.now }: ConsoleContext,
): Promise<TellTime> {
  return readTellTime(at, { calendar, nowMs: now() });
}

export async function sendLetterAgain(
  { changeId, about }: ConsoleRequest<'sendLetterAgain'>,
  { store, createLetter, calendar, wakeOutbox }: ConsoleContext,
  user: ConsoleUser,
): Promise<ConsoleAnswers['sendLetterAgain']> {
  if (createLetter === null) throw new ConsoleCallError('INVALID_REQUEST', noLettersSentence);
  const result = await store.sendLetterAgain({
    id: changeId,
    about: { id: about },
    actor: actorOf(user),
    letter: createLetter(),
  });
  wakeOutbox();
  return { problem: explainNoLetterAgain(result, calendar) };
}
