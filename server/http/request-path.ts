/** The path of a request target in a proxy's form (`GET http://host/path`), and of one without a leading slash. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const absolute = URL.parse(target);
  return absolute ? `${absolute.pathname}${absolute.search}` : `/${target}`;
}

/** The path without its query, percent-decoded; null when it cannot be decoded. */
export const decodePath = (url: string): string | null => decode(url.replace(/[?#].*/s, ''));

/** null: it is not percent-encoded as it should be. */
export function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The query with its question mark; empty without one. */
export function queryOf(url = ''): string {
  return /\?[^#]*/.exec(url)?.[0] ?? '';
}

export const isUnder = (prefix: string, pathname: string): boolean =>
  pathname === prefix || pathname.startsWith(`${prefix}/`);
