import { cleanLine } from './clean-text.ts';
import { isPublicDomain } from './domain.ts';
import { asciiEmail } from './submission-schema.ts';

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

/**
 * A `mailto:` link to this address alone: every character that could add a header or a second recipient is
 * percent-encoded. Null for anything that is not plainly an address in ASCII; it is shown as text.
 */
export function linkableMailUrl(value: string): string | null {
  if (asciiEmail(value) !== value) return null;
  const at = value.lastIndexOf('@');
  return `mailto:${encodeURIComponent(value.slice(0, at))}@${value.slice(at + 1)}`;
}
