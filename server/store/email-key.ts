/** Only A to Z: `toLowerCase` also makes a `k` of the Kelvin sign (U+212A), which is another address. */
export const toAsciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

import { asciiDomain } from '#contract/domain.ts';

/**
 * The same key for every spelling of one mailbox: case, surrounding space and the form of the domain do not matter.
 * Only ASCII letters are lowered, so that the Kelvin sign does not become a `k`. `jane@bücher.example`, the same with
 * an invisible character in the domain, and `jane@xn--bcher-kva.example` have one key. NUL and lone surrogates are
 * left out, because Postgres' text type cannot hold them.
 */
export function emailKey(email: string): string {
  const text = toAsciiLowerCase(email.toWellFormed().replaceAll('\0', '').trim());
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain)) return text;
  const ascii = asciiDomain(domain);
  return ascii === null ? text : `${text.slice(0, at)}@${ascii}`;
}
