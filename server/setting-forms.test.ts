import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { problemsOf } from './config-fixture.ts';

const from = 'Entrée <hello@entree.example>';
const mailOf = (smtpUrl: string) => readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from }).mail;

test('a mail server with TLS from the start, with an upgrade, and on this machine', () => {
  expect(mailOf('smtps://ada%40example.com:p%2Fw@smtp.example.com')).toEqual({
    server: {
      host: 'smtp.example.com',
      port: 465,
      tls: 'from the start',
      login: { user: 'ada@example.com', password: 'p/w' },
    },
    from: { name: 'Entrée', address: 'hello@entree.example' },
    minIntervalMs: 2_000,
  });
  expect(mailOf('smtp://u:p@smtp.example.com')?.server).toMatchObject({ port: 587, tls: 'required' });
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(mailOf(`smtp://${host}:2525`)?.server).toMatchObject({
      port: 2525,
      tls: 'if offered',
      login: null,
    });
  }
  expect(mailOf('smtp://[::1]:2525')?.server.host).toBe('::1');
  expect(mailOf('smtp://127.0.0.1.example.com')?.server.tls).toBe('required');
});

test.each([
  ['hello@entree.example', { name: '', address: 'hello@entree.example' }],
  ['Entrée <hello@entree.example>', { name: 'Entrée', address: 'hello@entree.example' }],
  ['"Entrée, the list" <a@b.co>', { name: 'Entrée, the list', address: 'a@b.co' }],
])('MAIL_FROM=%s is read', (value, expected) => {
  expect(readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM: value }).mail?.from).toEqual(expected);
});

test.each([
  'https://smtp.example.com',
  'smtp.example.com',
  'smtps://',
  'smtps://host name',
  'smtps://u:hunter2/x@smtp.example.com',
  'smtps://u:hunter2@smtp.example.com?tls=no',
  'smtps://u:hunter2%zz@smtp.example.com',
  'smtps://u@smtp.example.com',
  'smtps://:hunter2@smtp.example.com',
])('SMTP_URL=%s is refused, and never printed', (value) => {
  const problems = problemsOf({ SMTP_URL: value, MAIL_FROM: from });
  expect(problems).toEqual([expect.stringMatching(/^SMTP_URL must look like .* neither, .* written %25/)]);
  expect(problems[0]).not.toContain('hunter2');
});

test.each([
  'nobody',
  'a@b.co\r\nBcc: c@d.co',
  'Name <a@b.co>, c@d.co',
  'Name <>',
  'jané@example.com',
  `${'x'.repeat(101)} <a@b.co>`,
  'Na\u0007me <a@b.co>',
])('MAIL_FROM=%j is refused', (value) => {
  expect(problemsOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM: value })).toEqual([
    expect.stringMatching(/^MAIL_FROM must/),
  ]);
});

test('one of the two settings without the other is named, and the pace is checked', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://localhost' })).toEqual([
    expect.stringContaining('MAIL_FROM must be set'),
  ]);
  expect(problemsOf({ MAIL_FROM: 'a@b.co' })).toEqual([expect.stringContaining('SMTP_URL must be set')]);
  expect(problemsOf({ MAIL_MIN_INTERVAL_MS: '-1' })).toEqual([
    expect.stringContaining('MAIL_MIN_INTERVAL_MS'),
  ]);
});
