import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test as base, describe, expect } from 'vitest';
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
const siteUrl = 'https://list.entree.example';
const login = { user: 'entree', password: 'hunter2' };
const never = new AbortController().signal;

/** The mail server waits for 100 ms before each greeting. */
const test = base.concurrent;

const plain = (port: number): MailServer => ({ host: '127.0.0.1', port, tls: 'if offered', login: null });
/** Where a server does not answer, and there alone: on a busy machine any other step may take as long. */
const shortAt = { greeting: { greetingMs: 400 }, recipient: { dataMs: 600 }, letter: { finalAnswerMs: 400 } };

/** Sends one mail to the server, which meets this fault. */
async function sendInto(
  server: TestMailServer,
  fault?: MailFault,
  settings: Partial<MailServer> = {},
  to = mail.to,
) {
  if (fault) server.queueFaults(fault);
  const send = createMailSender({
    server: { ...plain(server.port), ...settings },
    from,
    siteUrl,
    timeouts: fault && 'hangs' in fault ? shortAt[fault.at] : {},
    ca: testCertificate.cert,
  });
  return send({ ...mail, to }, never);
}

test('a mail arrives with both parts, its picture, and its own headers', async () => {
  await using server = await startMailServer();
  expect(await sendInto(server)).toEqual({ kind: 'delivered' });
  const [got] = server.received;
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

test('a letter says that a program made it, so that no absence note answers it', async () => {
  await using server = await startMailServer();
  await sendInto(server);
  expect(server.received[0]?.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test.each([
  ['https://list.entree.example', 'list.entree.example'],
  ['http://localhost:3000', 'entree.example'],
  ['http://192.0.2.7', 'entree.example'],
  ['https://site.internal', 'entree.example'],
])('with the site at %s the mail server is greeted as %s', async (url, name) => {
  await using server = await startMailServer();
  await createMailSender({ server: plain(server.port), from, siteUrl: url })(mail, never);
  expect(server.received[0]?.greetedAs).toBe(name);
});

test('a server that closes the connection at the greeting is told as that, not as one with a limit', async ({
  onTestFinished,
}) => {
  const closing = createServer((socket) => {
    socket.write('220 mail.example ready\r\n');
    socket.once('data', () => socket.end('421 4.7.0 Try again later, closing connection. (EHLO)\r\n'));
  });
  onTestFinished(() => void closing.close());
  await once(closing.listen(0, '127.0.0.1'), 'listening');
  const { port } = closing.address() as AddressInfo;
  expect(await createMailSender({ server: plain(port), from, siteUrl })(mail, never)).toEqual({
    kind: 'retry',
    code: 'mail_greeting_refused',
    detail: '421 4.7.0',
    receiverTrouble: true,
  });
});

describe('TLS and login', () => {
  test.each([
    ['from the start', 'from the start'],
    ['upgrade', 'required'],
  ] as const)('TLS %s, with a login', async (offered, tls) => {
    await using server = await startMailServer({ tls: offered, login, certificate: testCertificate });
    expect(await sendInto(server, undefined, { host: 'localhost', tls, login })).toEqual({
      kind: 'delivered',
    });
    expect(server.received[0]?.usedTls).toBe(true);
  });

  test('a server without TLS is given nothing, not even the login', async () => {
    await using server = await startMailServer({ login });
    const result = await sendInto(server, undefined, { tls: 'required', login });
    expect(result).toMatchObject({ kind: 'refused', refuses: 'all', code: 'mail_tls_failed' });
    expect(server.received).toEqual([]);
  });

  test('a certificate that nobody has signed is refused, and said so', async () => {
    await using server = await startMailServer({ tls: 'from the start', certificate: testCertificate });
    const send = createMailSender({
      server: { host: 'localhost', port: server.port, tls: 'from the start', login: null },
      from,
      siteUrl,
    });
    const result = await send(mail, never);
    expect(result).toMatchObject({ kind: 'retry', code: 'mail_tls_untrusted' });
  });

  test('a wrong password halts all letters, and stands in no reason', async () => {
    await using server = await startMailServer({ login });
    const result = await sendInto(server, undefined, { login: { ...login, password: 'wrong-word' } });
    expect(result).toEqual({
      kind: 'refused',
      refuses: 'all',
      code: 'mail_login_refused',
      detail: '535 5.7.8',
    });
    expect(JSON.stringify(result)).not.toContain('wrong-word');
  });

  test('on this machine the connection is encrypted when the server offers it, whoever signed the certificate', async () => {
    await using server = await startMailServer({ tls: 'upgrade', login, certificate: testCertificate });
    const send = createMailSender({ server: { ...plain(server.port), login }, from, siteUrl });
    expect(await send(mail, never)).toEqual({ kind: 'delivered' });
    expect(server.received[0]?.usedTls).toBe(true);
  });

  test.each([
    [530, 'mail_login_wanted'],
    [538, 'mail_login_needs_tls'],
  ])('%i halts all letters and is not taken for a wrong password', async (status, code) => {
    await using server = await startMailServer({ login });
    expect(await sendInto(server, { at: 'login', status }, { login })).toMatchObject({
      kind: 'refused',
      refuses: 'all',
      code,
    });
  });

  test('a mailbox without logins by password is told as that', async () => {
    await using server = await startMailServer({ login });
    const words = '5.7.139 Authentication unsuccessful, basic authentication is disabled.';
    expect(await sendInto(server, { at: 'login', status: 535, words }, { login })).toEqual({
      kind: 'refused',
      refuses: 'all',
      code: 'mail_passwords_off',
      detail: '535 5.7.139',
    });
  });

  test('so is a server that takes tokens only, and it is not given the password', async () => {
    await using server = await startMailServer({ login, loginMethods: ['XOAUTH2'] });
    expect(await sendInto(server, undefined, { login })).toMatchObject({
      kind: 'refused',
      refuses: 'all',
      code: 'mail_passwords_off',
    });
  });

  test('a server that asks for no login is given none', async () => {
    await using server = await startMailServer();
    expect(await sendInto(server, undefined, { login })).toEqual({ kind: 'delivered' });
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
  const byRule = {
    kind: 'refused',
    refuses: 'message',
    code: 'mail_recipient_not_passed_on',
    together: 'mail_all_refused',
  };

  /** Those about the account as providers answer, by their documentation and by what people report. */
  test.each([
    ['recipient', 451, '4.7.1 Greylisted', { ...later, code: 'mail_greylisted' }],
    ['letter', 452, 'Later', { ...later, code: 'mail_later' }],
    ['letter', 421, 'Later', allLater],
    ['recipient', 421, 'Later', allLater],
    ['sender', 450, 'Later', allLater],
    ['sender', 421, 'Later', { ...allLater, code: 'mail_later' }],
    ['recipient', 499, 'Later', later],
    ['recipient', 500, 'No', recipientRefused],
    ['recipient', 554, '5.1.1 No such user', recipientRefused],
    ['recipient', 550, '5.7.1 Not by our rules', byRule],
    ['sender', 534, 'Another way to log in', { ...allRefused, code: 'mail_login_refused' }],
    ['sender', 535, 'No', { ...allRefused, code: 'mail_login_refused' }],
    ['recipient', 550, '5.1.1 <ada@example.com> unknown', refused],
    ['letter', 554, '5.7.1 Spam', refused],
    ['sender', 553, 'No', { ...allRefused, code: 'mail_sender_refused' }],
    ['recipient', 530, 'No', allRefused],
    ['letter', 550, '5.4.5 Daily user sending limit exceeded', quotaUsed],
    ['recipient', 550, '5.1.90 Daily limit for message recipients reached', quotaUsed],
    ['sender', 501, '5.1.7 Invalid address', accountRefused],
    ['recipient', 450, '5.1.8 Later', { ...later, code: 'mail_greylisted' }],
    ['letter', 550, '5.7.60 Not allowed to send as this sender', accountRefused],
    // A server that asks the recipient's own server passes its code on.
    ['recipient', 550, '5.1.8 Access denied, bad outbound sender', { ...accountRefused, refuses: 'message' }],
    ['recipient', 554, '5.7.1 Recipient domain [example.com] blocked', byRule],
    ['recipient', 554, 'Blocked', byRule],
    ['letter', 554, '5.7.1 Blocked', { ...byRule, code: 'mail_letter_refused' }],
    ['letter', 554, 'Blocked', { ...byRule, code: 'mail_letter_refused' }],
    // The address begins the words of servers without codes, and only a code of the status' own class is one.
    ['recipient', 550, '5.7.60@nowhere.example... No such user', { ...recipientRefused, detail: '550' }],
    ['recipient', 550, '5.4.5@nowhere.example... No such user', { ...recipientRefused, detail: '550' }],
    ['recipient', 450, '4.4.5@nowhere.example... Try later', { ...later, detail: '450' }],
    ['recipient', 550, '4.4.5 No such user', { ...recipientRefused, detail: '550' }],
    ['recipient', 450, '4.4.5 Daily limit', quotaUsed],
    // The recipient's own mailbox has a quota too.
    ['recipient', 552, '5.2.2 Mailbox over quota: daily limit exceeded', recipientRefused],
  ] as const)('at the %s %i %s', async (at, status, words, expected) => {
    await using server = await startMailServer();
    const result = await sendInto(server, { at, status, words });
    expect(result).toMatchObject(expected);
    expect(JSON.stringify(result)).not.toContain('ada');
    expect(server.received).toEqual([]);
  });

  // A server that asks the recipient's own server repeats what that one says, and many repeat the address.
  test.each([
    ['recipient', 550, 'mx.example.com said: 550 account suspended, daily sending limit', recipientRefused],
    ['recipient', 450, '4.1.1 <not-verified@example.com>: unverified address: account suspended', later],
    ['letter', 550, '5.1.1 throttling@example.com: account suspended', recipientRefused],
    ['letter', 550, 'Email address is not verified', { ...refused, code: 'mail_letter_refused' }],
    ['letter', 454, 'Throttling failure: Daily message quota exceeded.', later],
  ] as const)('words of an answer stop nobody else: at the %s %i %s', async (at, status, words, expected) => {
    await using server = await startMailServer();
    expect(await sendInto(server, { at, status, words })).toMatchObject(expected);
  });

  test.each([
    [454, { ...allLater, code: 'mail_login_unavailable' }],
    [500, { ...allRefused, code: 'mail_login_refused' }],
  ])('a login that is answered with %i', async (status, expected) => {
    await using server = await startMailServer({ login });
    expect(await sendInto(server, { at: 'login', status }, { login })).toMatchObject(expected);
  });

  test('a server that refuses to be greeted refuses all', async ({ onTestFinished }) => {
    const refusing = createServer((socket) => {
      socket.write('220 mail.example ready\r\n');
      socket.on('data', () => socket.write('550 5.7.1 Not you\r\n'));
    });
    onTestFinished(() => void refusing.close());
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const { port } = refusing.address() as AddressInfo;
    expect(await createMailSender({ server: plain(port), from, siteUrl })(mail, never)).toEqual({
      ...allRefused,
      code: 'mail_server_refused',
      detail: '550 5.7.1',
    });
  });

  test.each<MailFault>([
    { at: 'greeting', hangs: true },
    { at: 'recipient', hangs: true },
    { cuts: 'at the recipient' },
  ])('%j is tried again', async (fault) => {
    await using server = await startMailServer();
    expect(await sendInto(server, fault)).toMatchObject({ kind: 'retry', receiverTrouble: true });
  });

  test.each<MailFault>([{ at: 'letter', hangs: true }, { cuts: 'after the data' }])(
    '%j leaves open whether the letter was taken',
    async (fault) => {
      await using server = await startMailServer();
      expect(await sendInto(server, fault)).toEqual({
        kind: 'unanswered',
        code: 'mail_unanswered',
        detail: null,
      });
    },
  );

  test('an answer to the end of the data is waited for longer than anything before it', async () => {
    expect(finalAnswerTimeoutMs).toBe(600_000);
    await using server = await startMailServer();
    server.queueFaults({ at: 'letter', afterMs: 5_500 });
    const timeouts = { dataMs: 5_000, finalAnswerMs: 60_000 };
    const send = createMailSender({ server: plain(server.port), from, siteUrl, timeouts });
    expect(await send(mail, never)).toEqual({ kind: 'delivered' });
  });

  test.each([
    ['mail_address_inner', 'root@localhost'],
    ['mail_address_inner', 'root@mail'],
    ['mail_address_inner', 'ada@127.0.0.1'],
    ['mail_address_inner', 'ada@printer.local'],
    ['mail_address_inner', 'ada@mail.internal'],
    ['mail_address_inner', 'ada@foo.bar。local'],
    ['mail_address_inner', 'ada@x.ｌocal'],
    ['mail_address_inner', 'ada@a.b．localhost'],
    ['mail_address_inner', 'ada@x.lo\u00adcal'],
    ['mail_address_inner', 'ada@１２７.0.0.1'],
    ['mail_address_inner', 'ada@0x7f.0x1'],
    ['mail_address_inner', 'ada%inner.host@example.com'],
    ['mail_address_inner', 'inner!ada@example.com'],
    ['mail_address_inner', '|program@example.com'],
    ['mail_address_inner', '-f@example.com'],
    ['mail_address_unusable', 'a@example.com\r\nRCPT TO:<b@evil.example>'],
    ['mail_address_unusable', 'a@example.com, b@evil.example'],
  ])('%s: no letter goes to %j, and no server is asked', async (code, to) => {
    await using server = await startMailServer();
    const send = createMailSender({ server: plain(server.port), from, siteUrl });
    expect(await send({ ...mail, to }, never)).toEqual({
      kind: 'refused',
      refuses: 'message',
      code,
      detail: null,
    });
    expect(server.connections).toBe(0);
  });

  test('the domain goes to the mail server in the form that was checked', async () => {
    await using server = await startMailServer();
    await sendInto(server, undefined, {}, 'Ada@BÜCHER。ｅxample');
    expect(server.received[0]?.to).toEqual(['Ada@bücher.example']);
  });

  test('a server of a name that is not known is told as that', async () => {
    const send = createMailSender({ server: { ...plain(25), host: 'mail.invalid' }, from, siteUrl });
    expect(await send(mail, never)).toMatchObject({ kind: 'retry', code: 'mail_host_unknown' });
  });

  test('a server that is not there is tried again', async () => {
    const closed = await startMailServer();
    await closed.close();
    const send = createMailSender({ server: plain(closed.port), from, siteUrl });
    const result = await send(mail, never);
    expect(result).toMatchObject({ kind: 'retry', code: 'mail_not_listening', detail: 'ECONNREFUSED' });
  });
});

test('a stop cuts a send off at once', async () => {
  await using server = await startMailServer();
  server.queueFaults({ at: 'recipient', hangs: true });
  const stop = new AbortController();
  const sent = createMailSender({ server: plain(server.port), from, siteUrl })(mail, stop.signal);
  await expect.poll(() => server.connections).toBe(1);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'retry', code: 'send_cut_off' });
});
