import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createLetterSender } from './mail/letter-sender.ts';
import { readLetterWords } from './mail/letter-words.ts';
import type { Sender } from './outbox/sender.ts';
import { createSlackSenders } from './slack-channels.ts';

/**
 * All senders, by the settings. Another channel is a line here.
 *
 * @throws {LetterWordsError} when the file with the letters' words is wrong
 */
export function createSenders(config: Config, logger: Pick<Logger, 'warn'>): Sender[] {
  const { mail, siteUrl, timeZone } = config;
  return [
    ...createSlackSenders(config, logger),
    ...(mail === null ? [] : [createLetterSender({ words: readLetterWords(), siteUrl, timeZone, ...mail })]),
  ];
}
