/** Whether the provider's account with this email may enter: `ADMIN_EMAILS` are addresses, or `@domain`. */
export function isAllowed(email: string, allowed: readonly string[]): boolean {
  const address = email.toLowerCase();
  // Exactly this domain: not its subdomains, and not what only ends in the same letters.
  const domain = address.slice(address.lastIndexOf('@'));
  return allowed.some((item) => (item.startsWith('@') ? item === domain : item === address));
}
