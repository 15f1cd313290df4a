import { afterEach, describe, expect, test } from 'vitest';
import { type MailFault, startMailServer, type TestMailServer, testCertificate } from '#test/mail-server.ts';
import type { MailServer } from './mail-settings.ts';
import { createMailSender, type Mail } from './send-mail.ts';

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

const plain = (port: number): MailServer => ({ host: '127.0.0.1', port, tls: 'none', login: null });
/** Sends one mail to the server, which meets this fault. */
async function sendInto(fault?: MailFault, settings: Partial<MailServer> = {}) {
  server ??= await startMailServer();
  if (fault) server.queueFaults(fault);
  const send = createMailSender({
    server: { ...plain(server.port), ...settings },
    from,
    timeouts: { greetingMs: 400, silenceMs: 400, sendMs: 5_000 },
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
    expect(result).toMatchObject({ kind: 'refused', scope: 'channel', code: 'mail_tls_failed' });
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
      scope: 'channel',
      code: 'mail_login_refused',
      detail: '535 5.7.8',
    });
    expect(JSON.stringify(result)).not.toContain('wrong-word');
  });

  test('a server that asks for no login is given none', async () => {
    expect(await sendInto(undefined, { login })).toEqual({ kind: 'delivered' });
  });
});

describe('answers', () => {
  test.each<[MailFault, object]>([
    [
      { at: 'recipient', status: 451, words: '4.7.1 Greylisted' },
      { kind: 'retry', channelTrouble: false },
    ],
    [
      { at: 'letter', status: 452 },
      { kind: 'retry', channelTrouble: false },
    ],
    [
      { at: 'recipient', status: 421 },
      { kind: 'retry', channelTrouble: true },
    ],
    [
      { at: 'sender', status: 450 },
      { kind: 'retry', channelTrouble: true },
    ],
    [
      { at: 'recipient', status: 550, words: '5.1.1 <ada@example.com> unknown' },
      { kind: 'refused', scope: 'message' },
    ],
    [
      { at: 'letter', status: 554, words: '5.7.1 Spam' },
      { kind: 'refused', scope: 'message' },
    ],
    [
      { at: 'sender', status: 553 },
      { kind: 'refused', scope: 'channel' },
    ],
    [
      { at: 'recipient', status: 530 },
      { kind: 'refused', scope: 'channel' },
    ],
  ])('%j', async (fault, expected) => {
    const result = await sendInto(fault);
    expect(result).toMatchObject(expected);
    expect(JSON.stringify(result)).not.toContain('ada');
    expect(server?.received).toEqual([]);
  });

  test.each<MailFault>([
    { at: 'greeting', hangs: true },
    { at: 'recipient', hangs: true },
    { at: 'letter', hangs: true },
    { cuts: 'at the recipient' },
    { cuts: 'after the data' },
  ])('%j is tried again', async (fault) => {
    const result = await sendInto(fault);
    expect(result).toMatchObject({ kind: 'retry', channelTrouble: true });
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
