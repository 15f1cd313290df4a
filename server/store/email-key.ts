/**
 * What one person's emails have in common, however they were typed: case, space around them, and the
 * form of the domain. `jane@bücher.example`, the same with an invisible character in the domain, and
 * `jane@xn--bcher-kva.example` are one mailbox. NUL and lone surrogates, which Postgres' text cannot
 * hold, are left out.
 */
export function emailKey(email: string): string {
  const text = email.toWellFormed().replaceAll('\0', '').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // Only what may stand in a domain reaches the URL parser: it would take `/` and `:` for its own.
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain) || /[^a-z0-9.\-\P{ASCII}]/u.test(domain)) return text;
  const hostname = URL.parse(`http://${domain}`)?.hostname;
  return hostname ? `${text.slice(0, at)}@${hostname}` : text;
}
