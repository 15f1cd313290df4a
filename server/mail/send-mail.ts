import type { TlsOptions } from 'node:tls';
import { createTransport, type NodemailerError } from 'nodemailer';
import { asciiDomain, isPublicDomain } from '#contract/domain.ts';
import { refusalOf, type SendFailureCode } from '#contract/send-failures.ts';
import { isBrowserValidEmail } from '#contract/submission-schema.ts';
import { type SendResult, sendCutOff } from '#server/outbox/sender.ts';

/** The mail server that letters are sent through. */
export interface MailServer {
  host: string;
  port: number;
  /** `from the start`: as with `smtps://`. `required`: the connection is upgraded to TLS or closed. `if offered`: on this machine only. */
  tls: 'from the start' | 'required' | 'if offered';
  /** null: the server asks for none. A secret. */
  login: { user: string; password: string } | null;
}

/** The sender of the letters. */
export interface MailSender {
  /** Empty: the address alone. */
  name: string;
  address: string;
}

/** Looking up the host's address. */
const dnsTimeoutMs = 5_000;
const connectTimeoutMs = 10_000;
/** From the connection to the server's greeting. */
const greetingTimeoutMs = 15_000;
/** From the first connection to the end of the mail's data. */
const dataTimeoutMs = 40_000;
/**
 * From the end of the data to the answer. A server that is silent for so long has most probably taken the mail, and
 * another try would send a copy. RFC 5321, 4.5.3.2.6.
 */
export const finalAnswerTimeoutMs = 10 * 60_000;
/** The longest time that a send takes. */
export const maxMailSendMs = dataTimeoutMs + finalAnswerTimeoutMs;
/** All letters wait for this time when the account has sent as much as it may. */
const quotaPauseMs = 15 * 60_000;

export interface Mail {
  to: string;
  /** With its angle brackets. */
  messageId: string;
  /** RFC 3834, 5. `auto-replied`: nobody of the team caused it. */
  autoSubmitted?: 'auto-generated' | 'auto-replied';
  subject: string;
  text: string;
  /** null: it is plain text. */
  html: string | null;
  /** Shown in the HTML by its id. */
  picture: { id: string; fileName: string; png: Buffer } | null;
}

export interface MailSenderOptions {
  server: MailServer;
  from: MailSender;
  /** Origin of the site. */
  siteUrl: string;
  timeouts?: { greetingMs?: number; dataMs?: number; finalAnswerMs?: number };
  /** Certificate authorities to be trusted beside the system's own; for tests. */
  ca?: TlsOptions['ca'];
}

/**
 * Sends one mail to the mail server on a new connection and returns the result; never throws. `unanswered`: all
 * was sent, and the server may have accepted the mail.
 */
export function createMailSender({ server, from, siteUrl, timeouts = {}, ca }: MailSenderOptions) {
  return async (mail: Mail, signal: AbortSignal): Promise<SendResult> => {
    const at = mail.to.lastIndexOf('@');
    const domain = asciiDomain(mail.to.slice(at + 1));
    // Only a valid address may be sent in the SMTP dialogue; escaping cannot make an invalid one valid.
    if (!isBrowserValidEmail(mail.to) || domain === null) return refused('mail_address_unusable', null);
    const local = mail.to.slice(0, at);
    if (!isPublicDomain(domain) || orders.test(local)) return refused('mail_address_inner', null);
    return send({ ...mail, to: `${local}@${domain}` }, signal);
  };

  async function send(mail: Mail, signal: AbortSignal): Promise<SendResult> {
    const { dataMs = dataTimeoutMs, finalAnswerMs = finalAnswerTimeoutMs } = timeouts;
    const timeout = new AbortController();
    let timer = setTimeout(() => timeout.abort(), dataMs);
    let isWholeSent = false;
    const onDataEnd = () => {
      isWholeSent = true;
      clearTimeout(timer);
      timer = setTimeout(() => timeout.abort(), finalAnswerMs);
    };
    const transport = createTransport({
      ...transportOptions(server, ca),
      name: hostName(siteUrl, from),
      greetingTimeout: timeouts.greetingMs ?? greetingTimeoutMs,
      // The timer above ends a send earlier.
      socketTimeout: 2 * finalAnswerMs,
    });
    transport.use('stream', ({ message }, done) => {
      message.processFunc((data) => data.once('end', onDataEnd));
      done();
    });
    try {
      await transport.sendMail({
        ...composeMail(mail, from),
        signal: AbortSignal.any([timeout.signal, signal]),
      });
      return { kind: 'delivered' };
    } catch (error) {
      if (signal.aborted) return sendCutOff;
      const isAnswered = !timeout.signal.aborted && readMailError(error).status !== null;
      if (isWholeSent && !isAnswered) return { kind: 'unanswered', code: 'mail_unanswered', detail: null };
      return timeout.signal.aborted ? silent : classifyMailError(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

const transportOptions = (server: MailServer, ca: TlsOptions['ca']) => ({
  host: server.host,
  port: server.port,
  secure: server.tls === 'from the start',
  requireTLS: server.tls === 'required',
  ...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
  dnsTimeout: dnsTimeoutMs,
  connectionTimeout: connectTimeoutMs,
  // Chosen only where the server offers nothing else.
  customAuth: { XOAUTH2: refuseTokens },
  // On this machine nobody can intercept, and certificates are seldom made out to `localhost`.
  ...(server.tls === 'if offered' ? { tls: { rejectUnauthorized: false } } : {}),
  ...(ca === undefined ? {} : { tls: { ca } }),
  disableFileAccess: true,
  disableUrlAccess: true,
});

function refuseTokens({ reject }: { reject(error: Error): void }): void {
  reject(new Error('A server that takes tokens only.'));
}

/** In a local part: tells a mail server to pass the mail on, or to give it to a program or a file. */
const orders = /[%!|/]|^-/;

/** What the program calls itself (RFC 5321, 4.1.1.1): servers refuse a name that is not a public one. */
function hostName(siteUrl: string, { address }: MailSender): string {
  const { hostname } = new URL(siteUrl);
  return isPublicDomain(hostname) ? hostname : address.slice(address.lastIndexOf('@') + 1);
}

/** The mail: all headers are made here; of the person's own fields only the address is in them. */
export function composeMail(
  { to, messageId, autoSubmitted = 'auto-generated', subject, html, text, picture }: Mail,
  from: MailSender,
) {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    messageId,
    // No absence note answers it; Exchange, which does not know the first header, reads the second.
    headers: { 'Auto-Submitted': autoSubmitted, 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    subject,
    text,
    ...(html !== null && { html }),
    attachments:
      picture === null
        ? []
        : [
            {
              cid: picture.id,
              filename: picture.fileName,
              content: picture.png,
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
            },
          ],
  };
}

const silent: SendResult = { kind: 'retry', code: 'mail_silent', detail: null, receiverTrouble: true };

/**
 * The result for an error of nodemailer. Its detail consists of codes: a server's own words name the address.
 * https://nodemailer.com/errors
 */
function classifyMailError(error: unknown): SendResult {
  const read = readMailError(error);
  const { code, command, status, enhanced } = read;
  if (status !== null) {
    const found = codeOfAnswer(status, read);
    const detail = enhanced === '' ? String(status) : `${status} ${enhanced}`;
    if (found === 'mail_quota_used')
      return { kind: 'retry', afterMs: quotaPauseMs, code: found, detail, receiverTrouble: true };
    // A server that asks the recipient's own server may pass on what that one says about its sender.
    if (found === 'mail_account_refused' && command === 'RCPT TO')
      return { ...refused(found, detail), refuses: 'message', together: found };
    if (found === 'mail_recipient_not_passed_on' || found === 'mail_letter_refused')
      return { ...refused(found, detail), together: 'mail_all_refused' };
    if (status >= 500) return refused(found, detail);
    // 421: the server closes the connection, at whatever step.
    const isAboutMail = (command === 'RCPT TO' || command === 'DATA') && status !== 421;
    return { kind: 'retry', code: found, detail, receiverTrouble: !isAboutMail };
  }
  if (code === 'ETIMEDOUT') return silent;
  if (code === 'EAUTH' && command === 'AUTH XOAUTH2') return refused('mail_passwords_off', null);
  // The server offers no login, or none that is known here: nothing is sent until somebody changes that.
  if (code === 'EAUTH' || code === 'ENOAUTH') return refused('mail_no_login', null);
  // Such as characters in the address that the server cannot take.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return refused('mail_address_unusable', null);
  const detail = code === '' ? null : code;
  return { kind: 'retry', code: codeOfConnection(code), detail, receiverTrouble: true };
}

function refused(code: SendFailureCode, detail: string | null): SendResult & { kind: 'refused' } {
  return { kind: 'refused', refuses: refusalOf(code) ?? 'all', code, detail };
}

/** Of the account, not of the mail: X.4.5 is Google's, the others are Microsoft's. */
const quotaCodes = /^([45]\.4\.5|5\.1\.90|5\.7\.(232|233|705))$/;
/** X.1.7 and X.1.8 are about the sender's address (RFC 3463), the others are Microsoft's about the account. */
const accountCodes = /^5\.(1\.[78]|7\.(60|50[123]))$/;
/** About the recipient's mailbox (RFC 3463, 3.2 and 3.3), which may have a quota and be disabled too. */
const mailboxCodes = /^[45]\.(1\.[1236]|2\.[1-4])$/;

/** By the codes alone: the words may be those of a stranger's own mail server, which was asked. */
function codeOfAnswer(
  status: number,
  { command, enhanced }: ReturnType<typeof readMailError>,
): SendFailureCode {
  // RFC 4954, 6: at any step.
  if (status === 530) return 'mail_login_wanted';
  if (status === 538) return 'mail_login_needs_tls';
  // Microsoft's, where logins by password are switched off.
  if (enhanced === '5.7.139') return 'mail_passwords_off';
  if (status === 534 || status === 535) return 'mail_login_refused';
  const isAtRecipient = command === 'RCPT TO';
  const isAboutMailbox = mailboxCodes.test(enhanced);
  if (quotaCodes.test(enhanced)) return 'mail_quota_used';
  if (accountCodes.test(enhanced)) return 'mail_account_refused';
  if (command.startsWith('AUTH')) return status < 500 ? 'mail_login_unavailable' : 'mail_login_refused';
  if (command === 'STARTTLS') return 'mail_tls_failed';
  if (command === 'EHLO' && status === 421) return 'mail_greeting_refused';
  if (status < 500) return isAtRecipient ? 'mail_greylisted' : 'mail_later';
  if (command === 'MAIL FROM') return 'mail_sender_refused';
  if (command === 'DATA') return isAboutMailbox ? 'mail_recipient_refused' : 'mail_letter_refused';
  if (!isAtRecipient) return 'mail_server_refused';
  const isByRule = enhanced.startsWith('5.7') || (enhanced === '' && status === 554);
  return isByRule ? 'mail_recipient_not_passed_on' : 'mail_recipient_refused';
}

/** By the codes of nodemailer, Node and OpenSSL. */
function codeOfConnection(code: string): SendFailureCode {
  if (/HOSTNAME|ALTNAME/.test(code)) return 'mail_tls_name';
  if (/EXPIRED|NOT_YET/.test(code)) return 'mail_tls_expired';
  if (/CERT|^UNABLE_TO_/.test(code)) return 'mail_tls_untrusted';
  if (/^ETLS$|^ERR_(TLS|SSL)_/.test(code)) return 'mail_tls_failed';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS') return 'mail_host_unknown';
  return code === 'ECONNREFUSED' ? 'mail_not_listening' : 'mail_unreached';
}

/** `command`: the step of the SMTP dialogue at which it failed. */
function readMailError(error: unknown) {
  const {
    originalCode,
    code = '',
    command = '',
    responseCode = 0,
    response = '',
  } = error instanceof Error ? (error as NodemailerError) : {};
  // Behind ESOCKET and the like, what Node or OpenSSL called it.
  const named = originalCode ?? code;
  // RFC 2034, 4: its class is the status' first digit, and a space follows; else it may be the recipient's address.
  const [, , enhanced = ''] = /^(\d)\d\d[ -](\1\.\d{1,3}\.\d{1,3}) /.exec(response) ?? [];
  return {
    code: /^[A-Z\d_]{1,60}$/.test(named) ? named : '',
    command,
    status: responseCode >= 400 && responseCode <= 599 ? responseCode : null,
    enhanced,
  };
}
