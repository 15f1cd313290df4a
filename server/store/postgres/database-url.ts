/**
 * The single addresses in `DATABASE_URL`. Like libpq's, it may list several hosts
 * (`postgres://user:password@one:5432,two:5432/name`), of which one is the primary, or none, where the parameter
 * `host` names a socket's folder. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 *
 * @returns null when it is not of that form; also when an `@` follows the host: then the password contains a
 *   character that is not encoded, and a part of it would be taken for the host or the database
 */
export function readDatabaseUrls(databaseUrl: string): string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)([/?#][^@]*)?$/s.exec(databaseUrl);
  if (parts === null) return null;
  const [, start, hosts = '', rest = ''] = parts;
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`);
  return urls.every((url) => parseUrl(url) !== null) ? urls : null;
}

/** Host, port and database, without user and password: for messages. */
export function describeDatabase(databaseUrl: string): string {
  const urls = (readDatabaseUrls(databaseUrl) ?? []).flatMap((url) => parseUrl(url) ?? []);
  const hosts = urls.map(({ hostname, port, searchParams }) => {
    const host = searchParams.get('host') || decodeURIComponent(hostname) || 'localhost';
    return host.startsWith('/') ? host : `${host}:${port || '5432'}`;
  });
  return `${hosts.join(',')}${urls[0]?.pathname ?? ''}`;
}

/** Whether the address asks for an encrypted connection, or forbids one. */
export const saysTls = (databaseUrl: string): boolean => /[?&](sslmode|ssl)=/.test(databaseUrl);

/** `URL` refuses an address that has a user and no host. */
const parseUrl = (url: string): URL | null => URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'));
