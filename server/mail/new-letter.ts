import { randomUUID } from 'node:crypto';
import type { MailSender } from './send-mail.ts';

/** An Undo within this time stops the letter. */
export const letterDelayMs = 10_000;

/** A letter to be queued with a decision. Its `Message-ID` is the same in every attempt, so that a mail server can recognize a repeat. */
export function makeNewLetter(from: MailSender): { id: string; messageId: string; delayMs: number } {
  const id = randomUUID();
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return { id, messageId: `<${id}@${domain}>`, delayMs: letterDelayMs };
}
