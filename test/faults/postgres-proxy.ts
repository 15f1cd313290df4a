import { connect, createServer, type Socket } from 'node:net';

/** What happens to a connection at the moment its client asks for a commit. */
type CommitFault =
  /** The connection ends before the commit reaches Postgres: nothing is committed. */
  | 'cut before it'
  /** Postgres commits, and the answer never arrives. */
  | 'cut after it';

/** An accept commits by being executed; everything else says so. */
const commits = ['commit\0', 'accept_batch\0'].map((text) => Buffer.from(text));

/** A proxy between a server and Postgres that can close a connection in the middle of a commit. */
export async function startPostgresProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const faults: CommitFault[] = [];
  const sockets = new Set<Socket>();
  let met = 0;

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isCut = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        // Postgres shall still read the commit that it was sent.
        if (isCut) database.end();
        else database.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const fault = commits.some((commit) => chunk.includes(commit)) ? faults.shift() : undefined;
      if (fault === undefined) {
        database.write(chunk);
        return;
      }
      met += 1;
      if (fault === 'cut before it') {
        client.destroy();
        return;
      }
      isCut = true;
      database.write(chunk);
      database.once('data', () => client.destroy());
    });
    database.on('data', (chunk) => {
      if (!isCut) client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);

  return {
    /** The database's address, through the proxy. */
    url: url.href,
    /** What happens to the next commits, of any connection, in order. */
    queueCommitFaults: (...next: readonly CommitFault[]) => void faults.push(...next),
    /** How many of them have happened. */
    faultsMet: () => met,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
