import { readEmail } from '#contract/clean-email.ts';
import { isBrowserValidEmail } from '#contract/submission-schema.ts';
import { createLetterComposer } from '#server/mail/compose-letter.ts';
import { makeNewLetter } from '#server/mail/new-letter.ts';
import { createMailSender } from '#server/mail/send-mail.ts';
import { describeReason, failureOf } from './check-slack-app.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { letterKindOption, sampleRecipient } from './preview-letter.ts';

export const testMail = defineCommand({
  summary: 'Send a letter of invitation, marked as a test, to yourself, and explain any refusal',
  positionals: 'ADDRESS',
  options: { kind: { ...letterKindOption, about: `${letterKindOption.about}; creator by default` } },
  details: 'Nobody is invited, and nothing is stored.',
  examples: ['you@example.com', 'you@example.com --kind venue'],
  async run({ kind = 'creator' }, [given = ''], context) {
    const address = readEmail(given);
    if (!isBrowserValidEmail(address))
      throw new UsageError('"test-mail" needs your email address: test-mail you@example.com.');
    const { mail: settings, siteUrl, timeZone } = context.config;
    if (settings === null) {
      throw new CommandError(
        'No mail server is set. Put SMTP_URL (smtps://user:password@smtp.example.com) and MAIL_FROM (Name <hello@example.com>) into .env. Until then an invitation is a state, and sends nothing.',
      );
    }
    const compose = createLetterComposer({ siteUrl, timeZone });
    const recipient = sampleRecipient(kind, context.now);
    const letter = compose('invited', recipient);
    const { messageId } = makeNewLetter(settings.from);
    const mail = { ...letter, subject: `Test: ${letter.subject}`, to: address, messageId };
    context.progress(`Connecting to ${settings.server.host}, port ${settings.server.port} …`);
    const send = createMailSender({ server: settings.server, from: settings.from, siteUrl });
    const result = await send(mail, new AbortController().signal);
    const failure = failureOf(result);
    await context.answer(
      { taken: failure === null, ...(failure ?? { messageId }) },
      failure === null
        ? `The mail server took the test letter (Message-ID ${messageId}). If it does not arrive, look into the spam folder, then at the mail server's log.\n`
        : `${describeReason(failure)}\n`,
    );
    if (failure !== null) throw new CommandError('The test letter was not sent.');
  },
});
