import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with a mail instead of taking it. */
export type MailFault =
  /** An answer of this status, at this step of the dialogue. */
  | { at: 'login' | 'sender' | 'recipient' | 'letter'; status: number; words?: string }
  /** No answer at all. */
  | { at: 'greeting' | 'recipient' | 'letter'; hangs: true }
  /** The letter is taken, and its answer comes so late. */
  | { at: 'letter'; afterMs: number }
  /** The connection is cut: before anything was taken, or the letter is in the mailbox and the answer never arrives. */
  | { cuts: 'at the recipient' | 'after the data' };

export interface ReceivedMail {
  /** Of the dialogue, not of the letter's headers. */
  to: string[];
  from: string;
  raw: string;
  mail: Email;
  usedTls: boolean;
  /** The name that the sender gave in EHLO. */
  greetedAs: string;
  /** Its answer was never given. */
  wasCut: boolean;
  receivedAtMs: number;
}

export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A real SMTP server (`smtp-server`) on a free port of the loopback. */
export async function startMailServer({
  tls,
  login,
  loginMethods,
  certificate,
}: {
  /** From the start, or by STARTTLS; without it there is none. */
  tls?: 'from the start' | 'upgrade';
  login?: { user: string; password: string };
  /** Those that are offered; without them, the ones with a password. */
  loginMethods?: string[];
  certificate?: { key: string; cert: string };
} = {}) {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const queued: MailFault[] = [];
  let chooseFault: ((to: string) => MailFault | null) | null = null;
  let connections = 0;
  const faults = new Map<string, MailFault | null>();

  const refusal = (status: number, words = 'Refused by the test') =>
    Object.assign(new Error(words), { responseCode: status });
  /** The fault that a session meets; decided once, at its first step. */
  const faultOf = (sessionId: string): MailFault | null => {
    if (!faults.has(sessionId)) faults.set(sessionId, queued.shift() ?? null);
    return faults.get(sessionId) ?? null;
  };
  const meets = (fault: MailFault | null, at: string, done: (error?: Error | null) => void): boolean => {
    if (fault === null || !('at' in fault) || fault.at !== at || 'afterMs' in fault) return false;
    if ('status' in fault) done(refusal(fault.status, fault.words));
    return true;
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = new SMTPServer({
    secure: tls === 'from the start',
    ...(certificate ?? {}),
    authOptional: login === undefined,
    ...(loginMethods && { authMethods: loginMethods }),
    disabledCommands: [
      ...(tls === 'upgrade' ? [] : (['STARTTLS'] as const)),
      ...(login === undefined ? (['AUTH'] as const) : []),
    ],
    allowInsecureAuth: true,
    logger: false,
    socketTimeout: 60_000,
    closeTimeout: 100,
    onConnect(session, done) {
      connections += 1;
      if (!meets(faultOf(session.id), 'greeting', done)) done();
    },
    onAuth(auth, session, done) {
      const isRight = auth.username === login?.user && auth.password === login?.password;
      if (meets(faultOf(session.id), 'login', (error) => done(error ?? null))) return;
      if (isRight) done(null, { user: auth.username ?? '' });
      else done(refusal(535, '5.7.8 Authentication credentials invalid'));
    },
    onMailFrom(_address, session, done) {
      if (!meets(faultOf(session.id), 'sender', done)) done();
    },
    onRcptTo({ address }, session, done) {
      if (chooseFault !== null) faults.set(session.id, chooseFault(address));
      const fault = faultOf(session.id);
      if (fault !== null && 'cuts' in fault && fault.cuts === 'at the recipient') return cut();
      if (!meets(fault, 'recipient', done)) done();
    },
    async onData(stream, session, done) {
      const raw = await buffer(stream).catch(() => null);
      // The program was killed in the middle of the letter: nothing is in the mailbox.
      if (raw === null) return;
      const fault = faultOf(session.id);
      // A session may carry another mail after this one.
      faults.delete(session.id);
      if (meets(fault, 'letter', done)) return;
      const { mailFrom, rcptTo } = session.envelope;
      const wasCut = fault !== null && 'cuts' in fault;
      received.push({
        to: rcptTo.map(({ address }) => address),
        from: mailFrom === false ? '' : mailFrom.address,
        raw: raw.toString('utf8'),
        mail: await PostalMime.parse(raw),
        usedTls: session.secure,
        greetedAs: String(session.hostNameAppearsAs),
        wasCut,
        receivedAtMs: Date.now(),
      });
      if (wasCut) cut();
      else if (fault !== null && 'afterMs' in fault) setTimeout(done, fault.afterMs);
      else done();
    },
  });
  server.on('error', () => {
    // A client that hangs up in the middle.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  // Not by `cut`: Node 26.10 crashes where a socket is destroyed under a TLS handshake.
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));

  return {
    port: (server.server.address() as AddressInfo).port,
    /** Every mail that is in a mailbox, in order. */
    received,
    get connections() {
      return connections;
    },
    /** The next mails meet these, in order; afterwards all is well again. */
    queueFaults: (...more: readonly MailFault[]) => void queued.push(...more),
    /** Asked for each mail first; null: go on as usual. */
    setFaultFor(choose: ((to: string) => MailFault | null) | null) {
      chooseFault = choose;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** For `localhost`, signed by itself; only tests trust it. */
export const testCertificate = {
  key: readFileSync(new URL('mail-server.key.pem', import.meta.url), 'utf8'),
  cert: readFileSync(new URL('mail-server.cert.pem', import.meta.url), 'utf8'),
};
