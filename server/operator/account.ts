import type { Stats } from 'node:fs';
import { userInfo } from 'node:os';

/** Who runs the command: behind sudo the account that called it. */
export function readAccount(env: Readonly<Record<string, string | undefined>>): string {
  const caller = env['SUDO_USER']?.trim();
  if (caller) return caller;
  try {
    return userInfo().username;
  } catch {
    // A container's user without an entry in the list of accounts.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Neither this user's nor root's. */
export function isForeign({ uid }: Stats): boolean {
  const user = process.getuid?.();
  return user !== undefined && uid !== user && uid !== 0;
}
