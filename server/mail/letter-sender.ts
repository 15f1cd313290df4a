import { createHash } from 'node:crypto';
import type { Sender } from '#server/outbox/sender.ts';
import { createLetterComposer, type LetterComposerOptions, recipientOf } from './compose-letter.ts';
import { makeMessageId } from './new-letter.ts';
import { createMailSender, type MailSenderOptions, maxMailSendMs } from './send-mail.ts';

/** Composes letters and sends them. */
export function createLetterSender({
  words,
  timeZone,
  minIntervalMs,
  tokenOf,
  ...options
}: LetterComposerOptions &
  MailSenderOptions & {
    minIntervalMs: number;
    /** Of the page on which the invitation is answered that the letter with this id tells of. */
    tokenOf(letter: string): Promise<string>;
  }): Sender {
  const compose = createLetterComposer({ ...(words && { words }), siteUrl: options.siteUrl, timeZone });
  const send = createMailSender(options);
  return {
    address: hashMailSettings(options),
    channels: ['letters'],
    async send([job], signal) {
      if (job?.kind !== 'letter') throw new Error('Not a letter.');
      const { id, linksTo, application, appliedAtMs, addedAtMs } = job;
      const messageId = job.messageId ?? makeMessageId(id, options.from);
      const autoSubmitted = job.channel === 'receipts' ? 'auto-replied' : 'auto-generated';
      const recipient = recipientOf(application, appliedAtMs, addedAtMs);
      const letter = compose(job.letter, recipient, await tokenOf(linksTo));
      return send({ ...letter, to: application.fields.email, messageId, autoSubmitted }, signal);
    },
    maxSendMs: maxMailSendMs,
    minIntervalMs,
    maxPerMessage: 1,
    // A parked letter was refused for its recipient, or may have arrived.
    retriesParked: false,
    refused: 'parked',
    unanswered: { parkAfter: 2 },
    explain: {
      halted:
        'LETTERS HALTED. The mail server refuses this program for good; the letters are stored and wait. To see why: npm run waitlist -- test-mail YOUR@ADDRESS. Correct SMTP_URL or MAIL_FROM and start again; or, once they work again, run: npm run waitlist -- retry',
      refused: () =>
        'LETTER PARKED. The mail server refuses this letter, or twice gave no answer to it. To see which and why: npm run waitlist -- stats; to send it again: npm run waitlist -- retry --parked',
    },
  };
}

/** Sends the receipts through the same mail server, with a halt and pauses of their own. */
export const createReceiptSender = (letters: Sender): Sender => ({
  ...letters,
  address: `${letters.address} receipts`,
  channels: ['receipts'],
  behind: { address: letters.address, channels: letters.channels },
  explain: {
    halted:
      'RECEIPTS HALTED. The mail server refuses this program for good, or five receipts in a row. They are stored and wait; letters are not affected. To see why: npm run waitlist -- stats; once it works again, run: npm run waitlist -- retry',
    refused: () => 'RECEIPT PARKED. The mail server refuses this receipt, or twice gave no answer to it.',
  },
});

/** Identifies the settings of a mail server without revealing them: hexadecimal SHA-256. */
const hashMailSettings = ({ server, from }: Pick<MailSenderOptions, 'server' | 'from'>): string =>
  createHash('sha256')
    .update(JSON.stringify([server, from.address]))
    .digest('hex');
