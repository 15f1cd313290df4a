/** A version 4 UUID. `crypto.randomUUID` is missing on plain-http addresses of a local network. */
function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * One key for each filled form. It stays through the retries of the same content, because the
 * failed attempt may have arrived; changed content gets a new one, or the server would answer for
 * the old content and the change would be lost.
 */
export function createIdempotencyKeys() {
  let last: { content: string; key: string } | undefined;
  return {
    keyFor(content: string): string {
      if (last?.content !== content) last = { content, key: makeUuid() };
      return last.key;
    },
    /** Sent: the same content filled in again is another submission. */
    forget(): void {
      last = undefined;
    },
  };
}
