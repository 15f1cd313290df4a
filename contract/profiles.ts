import { cleanLine } from './clean-text.ts';

const profileAddress =
  /^(?:https?:\/\/)?(?:[\w-]+\.)?(?:instagram\.com\/(?!(?:p|reels?|tv|stories|explore)\/)|tiktok\.com\/@)([\w.]+)/i;

/** The name in the address of a profile on Instagram or TikTok, not of a post; null for anything else. */
export const nameInProfileAddress = (value: string): string | null => profileAddress.exec(value)?.[1] ?? null;

/** What Instagram and TikTok take for a name. */
const profileName = /^@?([\w.]{1,30})$/;

/**
 * The profiles that a handle may name, of `@name`, a bare name or the address of a profile. The same name may be
 * another person's on the other site. null for anything else: it is shown as text.
 */
export function profilesOf(handle: string): { instagram: string; tiktok: string } | null {
  const name = nameInProfileAddress(handle) ?? profileName.exec(handle)?.[1];
  if (cleanLine(handle) !== handle || name === undefined || !/^\w/.test(name)) return null;
  return { instagram: `https://www.instagram.com/${name}/`, tiktok: `https://www.tiktok.com/@${name}` };
}
