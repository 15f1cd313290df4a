/** The path of a request target in a proxy's form (`GET http://host/path`), and of one without a leading slash. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const absolute = URL.parse(target);
  return absolute ? `${absolute.pathname}${absolute.search}` : `/${target}`;
}

/** The path without its query, percent-decoded; null when it cannot be decoded. */
export function decodePath(url: string): string | null {
  const end = url.search(/[?#]/);
  const raw = end === -1 ? url : url.slice(0, end);
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
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
