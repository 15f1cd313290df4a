/**
 * The single addresses that `DATABASE_URL` names: it may list several hosts, as libpq's does
 * (`postgres://user:password@one:5432,two:5432/name`), of which one is the primary.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 *
 * @returns null when it is not of that form
 */
export function readDatabaseUrls(databaseUrl: string): string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)([/?#].*)?$/s.exec(databaseUrl);
  if (parts === null) return null;
  const [, start, hosts = '', rest = ''] = parts;
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`);
  return urls.every((url) => URL.canParse(url)) ? urls : null;
}

/** Host, port and database, without user and password: for messages. */
export function describeDatabase(databaseUrl: string): string {
  const urls = (readDatabaseUrls(databaseUrl) ?? []).map((url) => new URL(url));
  const hosts = urls.map(({ hostname, port }) => `${hostname || 'the local socket'}:${port || '5432'}`);
  return `${hosts.join(',')}${urls[0]?.pathname ?? ''}`;
}
