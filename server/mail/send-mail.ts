import type { TlsOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { SendFailureCode } from '#contract/send-failures.ts';
import { isBrowserValidEmail } from '#contract/submission-schema.ts';
import type { SendResult } from '#server/delivery/send-result.ts';
import type { MailSender, MailServer } from './mail-settings.ts';

/** Looking up the host's address. */
export const dnsTimeoutMs = 5_000;
export const connectTimeoutMs = 10_000;
/** From the connection to the server's greeting. */
export const greetingTimeoutMs = 15_000;
/** Longest silence of the server. */
export const silenceTimeoutMs = 20_000;
/** All of it together; well below the lease of a claim. */
export const sendTimeoutMs = 40_000;

export interface Mail {
  to: string;
  /** With its angle brackets. */
  messageId: string;
  subject: string;
  html: string;
  text: string;
  /** Shown in the HTML by its id. */
  picture: { id: string; fileName: string; png: Buffer };
}

export interface MailSenderOptions {
  server: MailServer;
  from: MailSender;
  timeouts?: { greetingMs?: number; silenceMs?: number; sendMs?: number };
  /** Certificate authorities to be trusted beside the system's own; for tests. */
  ca?: TlsOptions['ca'];
}

export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<SendResult>;

/**
 * Sends one mail to the mail server on a new connection and returns the result; never throws. After a timeout or
 * a lost connection at the end of the data the server may have accepted the mail nevertheless.
 */
export function createMailSender({ server, from, timeouts = {}, ca }: MailSenderOptions): SendMail {
  const { greetingMs = greetingTimeoutMs, silenceMs = silenceTimeoutMs, sendMs = sendTimeoutMs } = timeouts;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.tls === 'from the start',
    requireTLS: server.tls === 'required',
    ignoreTLS: server.tls === 'none',
    ...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
    dnsTimeout: dnsTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    ...(ca === undefined ? {} : { tls: { ca } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return async (mail, signal) => {
    // Only a valid address may be sent in the dialogue; escaping cannot make one valid.
    if (!isBrowserValidEmail(mail.to))
      return { kind: 'refused', scope: 'message', code: 'mail_address_unusable', detail: null };
    const timeout = AbortSignal.timeout(sendMs);
    try {
      await transport.sendMail({ ...composeMail(mail, from), signal: AbortSignal.any([timeout, signal]) });
      return { kind: 'delivered' };
    } catch (error) {
      if (signal.aborted) return { kind: 'retry', code: 'send_cut_off', detail: null, channelTrouble: true };
      if (timeout.aborted) return noAnswer;
      return classifyMailError(error);
    }
  };
}

/** What is sent: headers from here only, none from the person's own fields but the address. */
export function composeMail({ to, messageId, subject, html, text, picture }: Mail, from: MailSender) {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    messageId,
    subject,
    text,
    html,
    attachments: [
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

const noAnswer: SendResult = {
  kind: 'retry',
  code: 'mail_silent',
  detail: null,
  channelTrouble: true,
};

/** At which step of the SMTP dialogue it failed. */
const stages: Readonly<Record<string, string>> = {
  EHLO: 'the greeting',
  HELO: 'the greeting',
  CONN: 'the connection',
  STARTTLS: 'STARTTLS',
  'MAIL FROM': 'the sender',
  'RCPT TO': 'the recipient',
  DATA: 'the letter',
};

/** Answers about the sender, at any step: RFC 4954, 6. */
const loginCodes = new Set([530, 534, 535, 538]);

/**
 * The result for an error of nodemailer. Its reason consists of codes: a server's own words name the address. https://nodemailer.com/errors
 */
export function classifyMailError(error: unknown): SendResult {
  const { code, command, status, enhanced } = readMailError(error);
  const stage = command.startsWith('AUTH') ? 'the login' : (stages[command] ?? 'the connection');
  if (status !== null) {
    const isAboutMail = stage === 'the recipient' || stage === 'the letter';
    const failure = {
      code: codeOfAnswer(status, enhanced ?? '', stage),
      detail: enhanced === null ? String(status) : `${status} ${enhanced}`,
    };
    // 421: the server closes the connection, whatever it was asked.
    if (status < 500) return { kind: 'retry', ...failure, channelTrouble: !isAboutMail || status === 421 };
    const isRefusedLogin = loginCodes.has(status);
    return { kind: 'refused', scope: isAboutMail && !isRefusedLogin ? 'message' : 'channel', ...failure };
  }
  if (code === 'ETIMEDOUT') return noAnswer;
  // The server offers no login, or none that is known here: nothing is sent until somebody changes that.
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return { kind: 'refused', scope: 'channel', code: 'mail_no_login', detail: null };
  // Such as characters in the address that the server cannot take.
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { kind: 'refused', scope: 'message', code: 'mail_address_unusable', detail: null };
  const isTls = code === 'ETLS' || (isCertificateCode(code) && stage === 'the connection');
  return {
    kind: 'retry',
    code: isTls ? codeOfTls(code) : codeOfConnection(code),
    detail: code === '' ? null : code,
    channelTrouble: true,
  };
}

function codeOfAnswer(status: number, enhanced: string, stage: string): SendFailureCode {
  if (stage === 'the login' || loginCodes.has(status))
    return status < 500 ? 'mail_login_unavailable' : 'mail_login_refused';
  if (stage === 'STARTTLS') return 'mail_tls_failed';
  if (status < 500) return stage === 'the recipient' ? 'mail_greylisted' : 'mail_later';
  if (stage === 'the sender') return 'mail_sender_refused';
  if (stage === 'the letter') return 'mail_letter_refused';
  if (stage !== 'the recipient') return 'mail_server_refused';
  return enhanced.startsWith('5.7') ? 'mail_recipient_not_passed_on' : 'mail_recipient_refused';
}

function codeOfTls(code: string): SendFailureCode {
  if (/HOSTNAME|ALTNAME/.test(code)) return 'mail_tls_name';
  if (/EXPIRED|NOT_YET/.test(code)) return 'mail_tls_expired';
  return /CERT|^UNABLE_TO_/.test(code) ? 'mail_tls_untrusted' : 'mail_tls_failed';
}

function codeOfConnection(code: string): SendFailureCode {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EDNS') return 'mail_host_unknown';
  return code === 'ECONNREFUSED' ? 'mail_not_listening' : 'mail_unreached';
}

/** OpenSSL's and Node's codes for a certificate that is not trusted. */
const isCertificateCode = (code: string): boolean =>
  /CERT|^ERR_(TLS|SSL)_|^UNABLE_TO_|^HOSTNAME_MISMATCH$/.test(code);

function readMailError(error: unknown) {
  const none = { code: '', command: '', status: null, enhanced: null };
  if (!(error instanceof Error)) return none;
  const found = error as Error & {
    code?: unknown;
    originalCode?: unknown;
    command?: unknown;
    responseCode?: unknown;
    response?: unknown;
  };
  // Behind ESOCKET and the like, what Node or OpenSSL called it.
  const code = String(found.originalCode ?? found.code ?? '');
  const status = typeof found.responseCode === 'number' ? found.responseCode : null;
  const [, enhanced = null] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(found.response ?? '')) ?? [];
  return {
    code: /^[A-Z\d_]{1,60}$/.test(code) ? code : '',
    command: String(found.command ?? ''),
    status: status !== null && status >= 400 && status <= 599 ? status : null,
    enhanced,
  };
}
