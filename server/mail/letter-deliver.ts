import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SendResult } from '#server/delivery/send-result.ts';
import type { LetterToSend } from '#server/store/letter.ts';
import {
  createLetterComposer,
  type LetterComposerOptions,
  type LetterRecipient,
  pictureFile,
  pictureId,
} from './compose-letter.ts';
import type { MailSettings } from './mail-settings.ts';
import { createMailSender, type Mail, type MailSenderOptions } from './send-mail.ts';

export type LetterDeliverOptions = LetterComposerOptions & MailSenderOptions;

/** Composes an invitation and sends it. The words and the pictures are read once, by this call. */
export function createLetterDeliver({
  words,
  siteUrl,
  timeZone,
  ...senderOptions
}: LetterDeliverOptions): (letter: LetterToSend, signal: AbortSignal) => Promise<SendResult> {
  const compose = createMailComposer({ words, siteUrl, timeZone });
  const send = createMailSender(senderOptions);
  return ({ messageId, application, appliedAtMs }, signal) => {
    const { kind, fields } = application;
    const name = kind === 'venue' ? fields.venueName : fields.name;
    return send(compose({ kind, name, appliedAtMs }, { to: fields.email, messageId }), signal);
  };
}

/** Puts letter, picture and address together. */
export function createMailComposer(options: LetterComposerOptions) {
  const compose = createLetterComposer(options);
  const png = readFileSync(pictureFile);
  return (recipient: LetterRecipient, { to, messageId }: Pick<Mail, 'to' | 'messageId'>): Mail => ({
    ...compose(recipient),
    to,
    messageId,
    picture: { id: pictureId, fileName: 'invitation.png', png },
  });
}

/** Identifies the settings of a mail server without revealing them: hexadecimal SHA-256. */
export const hashMailSettings = ({ server, from }: MailSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([server, from.address]))
    .digest('hex');
