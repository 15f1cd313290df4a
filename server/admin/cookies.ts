/**
 * Values of the cookies with this name, in the order in which they were sent. Another path or domain can add a second
 * one.
 */
export function readCookies(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

const underTls = '__Host-';

/**
 * Under TLS the name begins with `__Host-`: no other host and no page without TLS can set such a cookie. Without
 * TLS, on loopback, it names the port: all servers of one machine share their cookies.
 */
export function cookieName(origin: string, name: string): string {
  const { protocol, port } = new URL(origin);
  return protocol === 'https:' ? `${underTls}${name}` : `${name}-${port || 80}`;
}

/** @param maxAgeS null: until the browser is closed; 0 deletes it */
export function writeCookie(
  name: string,
  value: string,
  { sameSite, maxAgeS }: { sameSite: 'Strict' | 'Lax'; maxAgeS: number | null },
): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(name.startsWith(underTls) ? ['Secure'] : []),
    ...(maxAgeS === null ? [] : [`Max-Age=${maxAgeS}`]),
  ].join('; ');
}
