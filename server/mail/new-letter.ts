import { randomUUID } from 'node:crypto';
import type { MailSender } from './send-mail.ts';

/** An Undo within this time stops the letter. */
export const letterDelayMs = 10_000;

/** A letter to be queued with a decision. Its `Message-ID` is the same in every attempt, so that a mail server can recognize a repeat. */
export function makeNewLetter(from: MailSender): { id: string; messageId: string; delayMs: number } {
  const id = randomUUID();
  return { id, messageId: makeMessageId(id, from), delayMs: letterDelayMs };
}

export const makeMessageId = (id: string, { address }: MailSender): string =>
  `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;
