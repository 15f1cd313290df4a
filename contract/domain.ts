/**
 * A domain in ASCII and lower case, as name servers are asked for it; null: it is none. `x.ｌocal` and `x。local` are
 * `x.local`, and `0x7f.1` is `127.0.0.1`. https://url.spec.whatwg.org/#host-parsing
 */
export function asciiDomain(domain: string): string | null {
  // The URL parser gives `/`, `:` and others a meaning, so it gets only characters that a domain may have.
  if (/[^a-z0-9.\-\P{ASCII}]/iu.test(domain)) return null;
  return URL.parse(`http://${domain}`)?.hostname || null;
}

/** Reserved for one machine and for inner networks (RFC 6761, 6762, 8375, ICANN's `internal`), and usual there. */
const innerDomain = /\.(localhost|localdomain|local|internal|intranet|lan|home|corp|private|arpa)\.?$/;

/**
 * Whether it is a name in the public internet: not a bare host, an address in numbers or a name of an inner network.
 *
 * @param domain in ASCII and lower case
 */
export const isPublicDomain = (domain: string): boolean =>
  /\.[a-z][a-z0-9-]*\.?$/.test(domain) && !innerDomain.test(domain);
