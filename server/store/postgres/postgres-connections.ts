import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describeDatabase, readDatabaseUrls } from './database-url.ts';
import {
  codeOf,
  isAnswerOfPostgres,
  isNoPrimary,
  NoHostError,
  readOnlyCode,
  readOnlyError,
} from './postgres-errors.ts';

/** A close waits this long for connections that are being opened: `pg` would leave their calls unanswered. */
const openingGraceMs = 300;

export interface PostgresConnectionsOptions {
  /** One address, or several hosts of which one is the primary. */
  databaseUrl: string;
  applicationName: string;
  maxConnections: number;
  connectTimeoutMs: number;
  /** After it a query fails here and its connection is closed, whether or not the server still answers. */
  queryTimeoutMs: number;
  /** Server settings by name, each an SQL expression. */
  settings: Readonly<Record<string, string>>;
  /** A connection that nothing used was lost; the next call opens another. */
  onLostConnection(error: Error): void;
  /** The host in use does not answer, or is no longer the primary. */
  onNextHost?(where: string): void;
}

/** One connection, as Kysely's dialect uses it. */
export interface PostgresConnection {
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  release(destroy?: boolean): void;
}

/**
 * Connections to the primary. Each transaction begins with our settings: through a pooler in transaction mode a
 * session is ours for one transaction only.
 */
export function createPostgresConnections(options: PostgresConnectionsOptions) {
  const urls = readDatabaseUrls(options.databaseUrl) ?? [options.databaseUrl];
  const settings = Object.entries(options.settings).map(
    ([name, expression]) => `set_config('${name}', ${expression}, true)`,
  );
  const begin = `begin; select ${settings.join(', ')}`;
  let hostIndex = 0;
  let pool = openPool();
  let isClosed = false;
  const ending: Promise<void>[] = [];
  const opening = new Set<Promise<unknown>>();

  function openPool(): pg.Pool {
    const opened = new pg.Pool({
      connectionString: urls[hostIndex],
      application_name: options.applicationName,
      max: options.maxConnections,
      connectionTimeoutMillis: options.connectTimeoutMs,
      query_timeout: options.queryTimeoutMs,
      // Begin, statement and commit travel together; a query that times out closes its connection.
      pipeline: true,
      keepAlive: true,
      types: { getTypeParser: readType },
      // Awaited before the first query of the connection.
      onConnect: prepare,
    });
    // Without a listener, a database that restarts would end this process.
    opened.on('error', options.onLostConnection);
    return opened;
  }

  async function prepare(client: pg.ClientBase): Promise<void> {
    // The pool listens only while a connection is idle: one that is lost between two statements of a
    // transaction would end this process.
    client.on('error', options.onLostConnection);
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') throw readOnlyError();
  }

  /** Stops using the host, unless another call has done so already. */
  function leave(left: pg.Pool): void {
    if (pool !== left || isClosed) return;
    hostIndex = (hostIndex + 1) % urls.length;
    pool = openPool();
    ending.push(left.end());
    options.onNextHost?.(describeDatabase(urls[hostIndex] ?? ''));
  }

  async function acquire(): Promise<{ client: pg.PoolClient; from: pg.Pool }> {
    const reasons: string[] = [];
    for (let hostsLeft = urls.length; ; hostsLeft -= 1) {
      const [from, host] = [pool, describeDatabase(urls[hostIndex] ?? '')];
      const opensConnection = from.idleCount === 0 && from.totalCount < options.maxConnections;
      try {
        return { client: await from.connect(), from };
      } catch (error) {
        // Another call may have given this host up meanwhile.
        const isWorthAnother = from !== pool || isAnotherHostWorthTrying(error, opensConnection);
        if (!isWorthAnother || isClosed) throw error;
        if (hostsLeft === 0) throw new NoHostError(reasons, error);
        reasons.push(`${host}: ${codeOf(error) ?? (error as Error).message}`);
        leave(from);
      }
    }
  }

  function isAnotherHostWorthTrying(error: unknown, openedConnection: boolean): boolean {
    if (urls.length === 1) return false;
    // A timeout while waiting for a free connection says nothing about the host.
    return isNoPrimary(error) || (openedConnection && !isAnswerOfPostgres(error));
  }

  async function connect(): Promise<PostgresConnection> {
    const acquired = acquire();
    opening.add(acquired);
    const { client, from } = await acquired.finally(() => opening.delete(acquired));
    return {
      async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
        try {
          // Kysely begins every transaction with this statement.
          return await client.query<Row>(text === 'begin' ? begin : text, values as unknown[] | undefined);
        } catch (error) {
          // The primary has become a standby, or the address leads to another server now.
          if (codeOf(error) === readOnlyCode) leave(from);
          throw error;
        }
      },
      release: (destroy) => client.release(destroy),
    };
  }

  return {
    connect,
    async end() {
      isClosed = true;
      if (opening.size > 0) {
        await Promise.race([Promise.allSettled(opening), wait(openingGraceMs, undefined, { ref: false })]);
      }
      await Promise.all([pool.end(), ...ending]);
    },
  };
}

/** Our bigints are times and counts, far below 2^53. */
function readType(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}
