import { cleanLine } from './clean-text.ts';
import { asciiDomain, isPublicDomain } from './domain.ts';
import { isBrowserValidEmail } from './submission-schema.ts';

/**
 * The address that a value is linked to, which is also the text of the link: the normalized URL, with the host in
 * ASCII and every other character beyond ASCII percent-encoded. So people see where the link leads. Null for anything
 * that is not clearly a web address: it is shown as text.
 */
export function linkableUrl(value: string): string | null {
  if (cleanLine(value) !== value || !/^https?:\/\/[^\s/\\]\S*$/i.test(value)) return null;
  const url = URL.parse(value);
  // A user name hides the real host: https://bank.example@evil.example.
  if (url === null || url.username !== '' || url.password !== '') return null;
  // Not a name: an IP address in any spelling (0x7f.1), or a host of the reader's own network.
  return isPublicDomain(url.hostname) ? url.href : null;
}

/** An email address with its domain in ASCII; null for anything that is not plainly an address. */
export function asciiEmail(value: string): string | null {
  if (!isBrowserValidEmail(value)) return null;
  const at = value.lastIndexOf('@');
  const domain = value.slice(at + 1);
  if (!/[^\p{ASCII}]/u.test(domain)) return value;
  return `${value.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
}

/**
 * A `mailto:` link to this address alone: every character that could add a header or a second recipient is
 * percent-encoded. Null for anything that is not plainly an address; it is shown as text.
 */
export function linkableMailUrl(value: string): string | null {
  if (!isBrowserValidEmail(value) || /[^\p{ASCII}]/u.test(value)) return null;
  const at = value.lastIndexOf('@');
  return `mailto:${encodeURIComponent(value.slice(0, at))}@${value.slice(at + 1)}`;
}
