import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createLetterOutbox } from './delivery/letter-outbox.ts';
import type { Outbox } from './delivery/outbox.ts';
import { createLetterDeliver, hashMailSettings } from './mail/letter-deliver.ts';
import { readLetterWords } from './mail/letter-words.ts';
import { longestMailSendMs } from './mail/send-mail.ts';
import type { LetterCalls, LetterClaim } from './store/letter.ts';

/**
 * The queue of the letters, where a mail server is set; otherwise none.
 *
 * @throws {LetterWordsError} when the file with the letters' words is wrong
 */
export function createLetterOutboxes(
  { mail, siteUrl, timeZone }: Pick<Config, 'mail' | 'siteUrl' | 'timeZone'>,
  store: LetterCalls,
): Outbox<LetterClaim>[] {
  if (mail === null) return [];
  const { server, from, minIntervalMs } = mail;
  const deliver = createLetterDeliver({ words: readLetterWords(), siteUrl, timeZone, server, from });
  return [createLetterOutbox(store, { deliver, longestSendMs: longestMailSendMs, minIntervalMs })];
}

/** Tells the store which mail server is set: a new one ends the halt of the previous one. */
export async function rememberMailServer(
  { mail }: Pick<Config, 'mail'>,
  store: LetterCalls,
  logger: Logger,
): Promise<void> {
  if (mail === null) return;
  const haltedReason = await store.rememberLetterSettings(hashMailSettings(mail));
  if (haltedReason !== null)
    logger.info({ haltedReason }, 'the settings of the mail server are new: letters are sent again');
}
