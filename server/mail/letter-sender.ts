import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ToldState } from '#contract/review.ts';
import type { Sender } from '#server/outbox/sender.ts';
import { createDeclineComposer } from './compose-decline.ts';
import {
  createLetterComposer,
  type LetterComposerOptions,
  type LetterRecipient,
  pictureFile,
  pictureId,
} from './compose-letter.ts';
import { createMailSender, longestMailSendMs, type Mail, type MailSenderOptions } from './send-mail.ts';

export type LetterSenderOptions = LetterComposerOptions & MailSenderOptions & { minIntervalMs: number };

/** Composes letters and sends them. The words and the pictures are read once, by this call. */
export function createLetterSender({
  words,
  siteUrl,
  timeZone,
  minIntervalMs,
  ...options
}: LetterSenderOptions): Sender {
  const compose = createMailComposer({ words, siteUrl, timeZone });
  const send = createMailSender(options);
  return {
    address: hashMailSettings(options),
    channels: ['letters'],
    async send([job], signal) {
      if (job?.kind !== 'letter') throw new Error('Not a letter.');
      const { kind, fields } = job.application;
      const name = kind === 'venue' ? fields.venueName : fields.name;
      const { tells, messageId, appliedAtMs } = job;
      return send(compose({ kind, name, appliedAtMs }, { tells, to: fields.email, messageId }), signal);
    },
    longestSendMs: longestMailSendMs,
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

/** Puts letter, picture and address together. `tells`: of which decision. */
export function createMailComposer(options: LetterComposerOptions) {
  const compose = createLetterComposer(options);
  const composeDecline = createDeclineComposer(options);
  const png = readFileSync(pictureFile);
  const picture = { id: pictureId, fileName: 'invitation.png', png };
  return (
    recipient: LetterRecipient,
    { tells, ...mail }: Pick<Mail, 'to' | 'messageId'> & { tells: ToldState },
  ): Mail =>
    tells === 'invited'
      ? { ...compose(recipient), ...mail, picture }
      : { ...composeDecline(recipient), ...mail, html: null, picture: null };
}

/** Identifies the settings of a mail server without revealing them: hexadecimal SHA-256. */
export const hashMailSettings = ({ server, from }: Pick<MailSenderOptions, 'server' | 'from'>): string =>
  createHash('sha256')
    .update(JSON.stringify([server, from.address]))
    .digest('hex');
