import { toHalfWidth } from './clean-text.ts';

/** What Instagram and TikTok take for a name. */
const bareName = /^(\w[\w.]{0,29})$/;

/** A person's profile, story or post; of a post that does not say whose it is, its first part. */
const profileAddress =
  /^(?:https?:\/\/)?(?:[\w-]+\.)?(?:instagr(?:am\.com|\.am)\/(?:(?:_u|stories)\/)?@?|tiktok\.com\/(?:@|%40))(\w[\w.]{0,29})(?:[/?#]\S*)?$/i;

/** What stands in the place of a name in Instagram's addresses, and the hosts, which have the form of a name. */
const noNames =
  /^(?:_[nu]|about|accounts|api|ar|challenge|create|developer|direct|directory|emails|explore|graphql|highlights|legal|oauth|p|privacy|qr|reels?|s|session|share|static|stories|terms|topics|tv|web|(?:\w+\.)?(?:instagram\.com|instagr\.am|tiktok\.com))$/i;

/** The name that a handle means: of `@name`, a bare name or an address with the name in it; null for anything else. */
export function nameInHandle(handle: string): string | null {
  const text = toHalfWidth(handle.trim()).replace(/^@+/, '');
  const name = (bareName.exec(text) ?? profileAddress.exec(text))?.[1];
  return name === undefined || noNames.test(name) ? null : name;
}

/** A handle on one line: `@name` where a name is in it, else as it was typed. */
export function shownHandle(handle: string): string {
  const name = nameInHandle(handle);
  return name === null ? handle : `@${name}`;
}

/**
 * The profiles that a handle may name. The same name may be another person's on the other site. null: no name is in it.
 */
export function profilesOf(handle: string): { instagram: string; tiktok: string } | null {
  const name = nameInHandle(handle);
  if (name === null) return null;
  return { instagram: `https://www.instagram.com/${name}/`, tiktok: `https://www.tiktok.com/@${name}` };
}
