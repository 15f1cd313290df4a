import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Processor time in milliseconds so far, of this process and of what worked for it; Linux. */
export interface ProcessorTime {
  read(): Promise<number>;
  close(): Promise<void>;
}

export const ownProcessorTime: ProcessorTime = {
  async read() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  async close() {},
};

/** A tick of the times in `/proc`, as `getconf CLK_TCK` says on Linux. */
const tickMs = 10;

/**
 * With that of all connections to Postgres that have ended: the command must have closed its own. Autovacuum is
 * turned off, because its workers would be counted too.
 */
export async function createPostgresTime(databaseUrl: string): Promise<ProcessorTime> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  // The process that starts all others, and collects their times as they end.
  const server = Number(readFields(rows[0].pid)[1]);
  return {
    async read() {
      const others = `select count(*)::int as count from pg_stat_activity
        where backend_type in ('client backend', 'autovacuum worker') and pid <> pg_backend_pid()`;
      while ((await client.query(others)).rows[0].count > 0);
      const [, , , , , , , , , , , , , userTicks, systemTicks] = readFields(server);
      return (await ownProcessorTime.read()) + (Number(userTicks) + Number(systemTicks)) * tickMs;
    },
    close: () => client.end(),
  };
}

/** Of `/proc/PID/stat`, from the third one on: the second is a name, with any characters. */
const readFields = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
