import { afterEach, describe, expect, test } from 'vitest';
import { type MailFault, startMailServer, type TestMailServer, testCertificate } from '#test/mail-server.ts';
import { createMailSender, finalAnswerTimeoutMs, type Mail, type MailServer } from './send-mail.ts';

const mail: Mail = {
  to: 'ada@example.com',
  messageId: '<one@entree.example>',
  subject: 'You made the list',
  html: '<p>You made the list</p><img src="cid:invitation">',
  text: 'You made the list\n',
  picture: { id: 'invitation', fileName: 'invitation.png', png: Buffer.from('not a picture') },
};
const from = { name: 'Entrée', address: 'hello@entree.example' };
const login = { user: 'entree', password: 'hunter2' };
const never = new AbortController().signal;

let server: TestMailServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const plain = (port: number): MailServer => ({ host: '127.0.0.1', port, tls: 'if offered', login: null });
/** Sends one mail to the server, which meets this fault. */
async function sendInto(fault?: MailFault, settings: Partial<MailServer> = {}) {
  server ??= await startMailServer();
  if (fault) server.queueFaults(fault);
  const send = createMailSender({
    server: { ...plain(server.port), ...settings },
    from,
    // Short only for a server that does not answer: a busy machine may be slower than these.
    timeouts: fault && 'hangs' in fault ? { greetingMs: 400, dataMs: 600, finalAnswerMs: 400 } : {},
    ca: testCertificate.cert,
  });
  return send(mail, never);
}

test('a mail arrives with both parts, its picture, and its own headers', async () => {
  expect(await sendInto()).toEqual({ kind: 'delivered' });
  const [got] = server?.received ?? [];
  expect(got).toMatchObject({ from: 'hello@entree.example', to: ['ada@example.com'] });
  expect(got?.mail).toMatchObject({
    from: { name: 'Entrée', address: 'hello@entree.example' },
    to: [{ address: 'ada@example.com' }],
    subject: 'You made the list',
    messageId: '<one@entree.example>',
    attachments: [{ mimeType: 'image/png', disposition: 'inline', contentId: '<invitation>', related: true }],
  });
  expect(got?.mail.text?.trim()).toBe('You made the list');
  expect(got?.mail.html).toContain('cid:invitation');
});

describe('TLS and login', () => {
  test.each([
    ['from the start', 'from the start'],
    ['upgrade', 'required'],
  ] as const)('TLS %s, with a login', async (offered, tls) => {
    server = await startMailServer({ tls: offered, login, certificate: testCertificate });
    expect(await sendInto(undefined, { host: 'localhost', tls, login })).toEqual({ kind: 'delivered' });
    expect(server.received[0]?.usedTls).toBe(true);
  });

  test('a server without TLS is given nothing, not even the login', async () => {
    server = await startMailServer({ login });
    const result = await sendInto(undefined, { tls: 'required', login });
    expect(result).toMatchObject({ kind: 'refused', refuses: 'all', code: 'mail_tls_failed' });
    expect(server.received).toEqual([]);
  });

  test('a certificate that nobody has signed is refused, and said so', async () => {
    server = await startMailServer({ tls: 'from the start', certificate: testCertificate });
    const send = createMailSender({
      server: { host: 'localhost', port: server.port, tls: 'from the start', login: null },
      from,
    });
    const result = await send(mail, never);
    expect(result).toMatchObject({ kind: 'retry', code: 'mail_tls_untrusted' });
  });

  test('a wrong password halts all letters, and stands in no reason', async () => {
    server = await startMailServer({ login });
    const result = await sendInto(undefined, { login: { ...login, password: 'wrong-word' } });
    expect(result).toEqual({
      kind: 'refused',
      refuses: 'all',
      code: 'mail_login_refused',
      detail: '535 5.7.8',
    });
    expect(JSON.stringify(result)).not.toContain('wrong-word');
  });

  test('on this machine the connection is encrypted when the server offers it, whoever signed the certificate', async () => {
    server = await startMailServer({ tls: 'upgrade', login, certificate: testCertificate });
    const send = createMailSender({ server: { ...plain(server.port), login }, from });
    expect(await send(mail, never)).toEqual({ kind: 'delivered' });
    expect(server.received[0]?.usedTls).toBe(true);
  });

  test.each([
    [530, 'mail_login_wanted'],
    [538, 'mail_login_needs_tls'],
  ])('%i halts all letters and is not taken for a wrong password', async (status, code) => {
    server = await startMailServer({ login });
    expect(await sendInto({ at: 'login', status }, { login })).toMatchObject({
      kind: 'refused',
      refuses: 'all',
      code,
    });
  });

  test('a server that asks for no login is given none', async () => {
    expect(await sendInto(undefined, { login })).toEqual({ kind: 'delivered' });
  });
});

describe('answers', () => {
  const later = { kind: 'retry', receiverTrouble: false };
  const allLater = { kind: 'retry', receiverTrouble: true };
  const quotaUsed = { kind: 'retry', afterMs: 900_000, receiverTrouble: true, code: 'mail_quota_used' };
  const refused = { kind: 'refused', refuses: 'message' };
  const recipientRefused = { kind: 'refused', refuses: 'message', code: 'mail_recipient_refused' };
  const allRefused = { kind: 'refused', refuses: 'all' };
  const accountRefused = { kind: 'refused', refuses: 'all', code: 'mail_account_refused' };

  /** Those about the account as providers answer, by their documentation and by what people report. */
  test.each([
    ['recipient', 451, '4.7.1 Greylisted', later],
    ['letter', 452, 'Later', later],
    ['recipient', 421, 'Later', allLater],
    ['sender', 450, 'Later', allLater],
    ['recipient', 550, '5.1.1 <ada@example.com> unknown', refused],
    ['letter', 554, '5.7.1 Spam', refused],
    ['sender', 553, 'No', allRefused],
    ['recipient', 530, 'No', allRefused],
    ['letter', 550, '5.4.5 Daily user sending limit exceeded', quotaUsed],
    ['recipient', 550, '5.1.90 Daily limit for message recipients reached', quotaUsed],
    ['letter', 454, 'Throttling failure: Daily message quota exceeded.', quotaUsed],
    ['letter', 554, 'Message rejected: Email address is not verified.', accountRefused],
    ['letter', 550, 'The from address does not match a verified Sender Identity.', accountRefused],
    ['recipient', 550, '5.1.8 Access denied, bad outbound sender', accountRefused],
    // The recipient's own mailbox has a quota too.
    ['recipient', 552, '5.2.2 Mailbox over quota: daily limit exceeded', recipientRefused],
  ] as const)('at the %s %i %s', async (at, status, words, expected) => {
    const result = await sendInto({ at, status, words });
    expect(result).toMatchObject(expected);
    expect(JSON.stringify(result)).not.toContain('ada');
    expect(server?.received).toEqual([]);
  });

  test.each<MailFault>([
    { at: 'greeting', hangs: true },
    { at: 'recipient', hangs: true },
    { cuts: 'at the recipient' },
  ])('%j is tried again', async (fault) => {
    expect(await sendInto(fault)).toMatchObject({ kind: 'retry', receiverTrouble: true });
  });

  test.each<MailFault>([{ at: 'letter', hangs: true }, { cuts: 'after the data' }])(
    '%j leaves open whether the letter was taken',
    async (fault) => {
      expect(await sendInto(fault)).toEqual({ kind: 'unanswered', code: 'mail_unanswered', detail: null });
    },
  );

  test('an answer to the end of the data is waited for longer than anything before it', async () => {
    expect(finalAnswerTimeoutMs).toBe(600_000);
    server = await startMailServer();
    server.queueFaults({ at: 'letter', afterMs: 900 });
    const timeouts = { dataMs: 500, finalAnswerMs: 5_000 };
    const send = createMailSender({ server: plain(server.port), from, timeouts });
    expect(await send(mail, never)).toEqual({ kind: 'delivered' });
  });

  test('several equal refusals in a row halt all letters', async () => {
    server = await startMailServer();
    const send = createMailSender({ server: plain(server.port), from });
    const sendAnd = async (fault: MailFault | null) => {
      if (fault !== null) server?.queueFaults(fault);
      return send(mail, never);
    };
    const spam: MailFault = { at: 'letter', status: 550, words: '5.7.1 Blocked' };
    const isOfLetter = { kind: 'refused', refuses: 'message', code: 'mail_letter_refused' };
    for (let n = 0; n < 4; n += 1) expect(await sendAnd(spam)).toMatchObject(isOfLetter);
    expect(await sendAnd(null)).toEqual({ kind: 'delivered' });
    for (let n = 0; n < 4; n += 1) expect(await sendAnd(spam)).toMatchObject(isOfLetter);
    expect(await sendAnd(spam)).toEqual({
      kind: 'refused',
      refuses: 'all',
      code: 'mail_all_refused',
      detail: '550 5.7.1',
    });
  });

  test.each([
    ['mail_address_inner', 'root@localhost'],
    ['mail_address_inner', 'root@mail'],
    ['mail_address_inner', 'ada@127.0.0.1'],
    ['mail_address_inner', 'ada@printer.local'],
    ['mail_address_inner', 'ada@mail.internal'],
    ['mail_address_inner', 'ada%inner.host@example.com'],
    ['mail_address_inner', 'inner!ada@example.com'],
    ['mail_address_inner', '|program@example.com'],
    ['mail_address_inner', '-f@example.com'],
    ['mail_address_unusable', 'a@example.com\r\nRCPT TO:<b@evil.example>'],
    ['mail_address_unusable', 'a@example.com, b@evil.example'],
  ])('%s: no letter goes to %j, and no server is asked', async (code, to) => {
    server = await startMailServer();
    const send = createMailSender({ server: plain(server.port), from });
    expect(await send({ ...mail, to }, never)).toEqual({
      kind: 'refused',
      refuses: 'message',
      code,
      detail: null,
    });
    expect(server.connections).toBe(0);
  });

  test('a server that is not there is tried again', async () => {
    const closed = await startMailServer();
    await closed.close();
    const send = createMailSender({ server: plain(closed.port), from });
    const result = await send(mail, never);
    expect(result).toMatchObject({ kind: 'retry', code: 'mail_not_listening', detail: 'ECONNREFUSED' });
  });
});

test('a stop cuts a send off at once', async () => {
  server = await startMailServer();
  server.queueFaults({ at: 'recipient', hangs: true });
  const stop = new AbortController();
  const sent = createMailSender({ server: plain(server.port), from })(mail, stop.signal);
  await expect.poll(() => server?.connections).toBe(1);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'retry', code: 'send_cut_off' });
});
