/**
 * The same key for every spelling of one mailbox: case, surrounding space and the form of the domain do not matter.
 * Only ASCII letters are lowered, so that the Kelvin sign does not become a `k`. `jane@bücher.example`, the same with
 * an invisible character in the domain, and `jane@xn--bcher-kva.example` have one key. NUL and lone surrogates are
 * left out, because Postgres' text type cannot hold them.
 */
export function emailKey(email: string): string {
  const text = email
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // The URL parser gives `/` and `:` a meaning, so it gets only characters that a domain may have.
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain) || /[^a-z0-9.\-\P{ASCII}]/u.test(domain)) return text;
  const hostname = URL.parse(`http://${domain}`)?.hostname;
  return hostname ? `${text.slice(0, at)}@${hostname}` : text;
}
