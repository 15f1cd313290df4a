import { toAsciiLowerCase } from '#server/store/email-key.ts';

/**
 * Whether the provider's account with this email may enter: `ADMIN_EMAILS` are addresses, or `@domain`.
 *
 * @param isOfDomain false: the provider does not say that the account belongs to the domain of its email
 */
export function isAllowed(email: string, allowed: readonly string[], isOfDomain = true): boolean {
  const address = toAsciiLowerCase(email);
  // Exactly this domain: not its subdomains, and not what only ends in the same letters.
  const domain = address.slice(address.lastIndexOf('@'));
  return allowed.some((item) => (item.startsWith('@') ? isOfDomain && item === domain : item === address));
}
