import { isBrowserValidEmail } from '#contract/submission-schema.ts';

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

export interface MailSettings {
  server: MailServer;
  from: MailSender;
  /** Smallest time between two letters, in milliseconds. */
  minIntervalMs: number;
}

/** Submission with TLS from the start, and with an upgrade: RFC 8314, 7.3, and RFC 6409, 3.1. */
const defaultPorts = { 'smtps:': 465, 'smtp:': 587 } as const;
const encodingHint = 'a /, ? or # in the password is written %2F, %3F or %23';
const maxNameCharacters = 100;

/**
 * Reads `smtps://user:password@host:465` or `smtp://user:password@host:587`.
 *
 * @param isLoopback whether a host is this machine: only there a server may be used without TLS
 * @returns the server, or the end of a sentence that says what is wrong and contains no part of the address
 */
export function parseSmtpUrl(
  value: string,
  isLoopback: (hostname: string) => boolean,
): { value: MailServer } | { problem: string } {
  const url = URL.parse(value);
  if (url === null && /^smtps?:\/\/./i.test(value)) return wrong(`cannot be read; ${encodingHint}`);
  if (url === null || (url.protocol !== 'smtps:' && url.protocol !== 'smtp:'))
    return wrong('is not an address that begins with smtps:// or smtp://');
  if (!/^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/i.test(url.hostname)) return wrong('names no host');
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '')
    return wrong(`has something behind the host; ${encodingHint}`);
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === null || password === null)
    return wrong('has a % in the user name or the password that is not written %25');
  if ((user === '') !== (password === ''))
    return wrong(`has a ${user === '' ? 'password' : 'user name'} without its counterpart`);
  const isPlain = url.protocol === 'smtp:';
  return {
    value: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? defaultPorts[url.protocol] : Number(url.port),
      tls: isPlain ? (isLoopback(url.hostname) ? 'if offered' : 'required') : 'from the start',
      login: user === '' ? null : { user, password },
    },
  };
}

const wrong = (problem: string) => ({
  problem: `${problem}. It must look like smtps://user:password@smtp.example.com (or smtp://…:587), with special characters in the password percent-encoded; leave it out to send no letters.`,
});

/** Reads `hello@example.com` or `Name <hello@example.com>`. */
export function parseMailFrom(text: string): { value: MailSender } | { problem: string } {
  const [, quoted, plain, address = text] = /^(?:"([^"]*)"|([^"<>]*?))\s*<([^<>\s]+)>$/.exec(text) ?? [];
  const name = (quoted ?? plain ?? '').trim();
  const isAddress = isBrowserValidEmail(address) && !/[^\p{ASCII}]/u.test(address);
  if (isAddress && !/\p{Cc}/u.test(name) && [...name].length <= maxNameCharacters)
    return { value: { name, address } };
  return { problem: 'must look like hello@example.com or Name <hello@example.com>.' };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
