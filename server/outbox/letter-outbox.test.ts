import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAnswerLinks } from '#server/functions/answer-links.ts';
import { createLetterSender, createReceiptSender } from '#server/mail/letter-sender.ts';
import { openOperatorStore } from '#server/store/open-store.ts';
import { readChannel } from '#test/job-claims.ts';
import { keepStore } from '#test/kept-store.ts';
import { startMailServer, type TestMailServer } from '#test/mail-server.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { sampleLetterWords } from '#test/sample-letter-words.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const kept = keepStore('sqlite');
let server: TestMailServer;
let outboxes: Outbox[];
let logged: string[];

beforeEach(async () => {
  server = await startMailServer();
  outboxes = [];
  logged = [];
});
afterEach(async () => {
  for (const outbox of outboxes) await outbox.stop();
  await server.close();
});

async function startLetters(
  login: { user: string; password: string } | null = null,
  minIntervalMs = 0,
): Promise<Outbox> {
  const log = (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`);
  const sender = createLetterSender({
    words: sampleLetterWords,
    siteUrl: 'https://entree.example',
    timeZone: 'UTC',
    tokenOf: createAnswerLinks(kept.store).tokenOf,
    server: { host: '127.0.0.1', port: server.port, tls: 'if offered', login },
    from: { name: 'Entrée', address: 'hello@entree.example' },
    timeouts: { dataMs: 5_000, finalAnswerMs: 10_000 },
    minIntervalMs,
  });
  const outbox = createOutbox({
    store: kept.store,
    senders: [sender, createReceiptSender(sender)],
    logger: { info: log, warn: log, error: log },
    // No jitter: a retry is due at once.
    random: () => 0,
  });
  outboxes.push(outbox);
  await outbox.start();
  return outbox;
}

async function invite(email: string, kind: 'creator' | 'venue' = 'creator') {
  const submission = newSubmission({
    kind,
    fields: { email, ...(kind === 'venue' ? { venueName: 'Bar Cento' } : {}) },
  });
  await kept.store.accept(submission);
  const letter = newLetter();
  await kept.store.decide(newDecision({ id: submission.id }, { to: 'invited', letter }));
  return letter;
}

const readLetters = () => readChannel(kept.store, 'letters');
const waitForSent = (sent: number) => expect.poll(async () => (await readLetters())?.delivered).toBe(sent);
const addressees = () => server.received.flatMap(({ to }) => to);

test('an invitation reaches the mailbox by kind, with its Message-ID', async () => {
  const letter = await invite('ada@example.com');
  await invite('bo@example.com', 'venue');
  await startLetters();
  await waitForSent(2);
  expect(addressees()).toEqual(['ada@example.com', 'bo@example.com']);
  const [first, second] = server.received;
  expect(first?.mail.messageId).toBe(letter.messageId);
  expect(first?.mail.subject).toBe('Come in');
  expect(second?.mail.subject).toBe('Open your door');
  expect(second?.mail.text).toContain('Bar Cento opens.');
});

test('a refused address parks its letter, and the others go on', async () => {
  await invite('gone@example.com');
  await invite('bo@example.com');
  server.setFaultFor((to) => (to === 'gone@example.com' ? { at: 'recipient', status: 550 } : null));
  await startLetters();
  await waitForSent(1);
  expect(await readLetters()).toMatchObject({ parked: 1, parkedSequences: [1], waiting: 0 });
  expect(logged.join()).toContain('LETTER PARKED');
  expect(logged.join()).not.toContain('@example.com');
});

test('a refused login halts all letters; other settings end the halt', async () => {
  await server.close();
  server = await startMailServer({ login: { user: 'entree', password: 'right' } });
  await invite('ada@example.com');
  await invite('bo@example.com');
  await startLetters({ user: 'entree', password: 'hunter2' });
  await expect.poll(async () => (await readLetters())?.haltedReason).toBe('mail_login_refused 535 5.7.8');
  expect(await readLetters()).toMatchObject({ waiting: 2, parked: 0 });
  expect(server.connections).toBe(1);
  expect(logged.join()).not.toContain('hunter2');
  await outboxes.pop()?.stop();
  await startLetters({ user: 'entree', password: 'right' });
  await waitForSent(2);
});

test('a cut before the data sends once; behind it, once more with the same Message-ID after minutes, then it is parked', async () => {
  const operator = await openOperatorStore(kept.place);
  const letter = await invite('ada@example.com');
  server.queueFaults({ cuts: 'at the recipient' }, { cuts: 'after the data' }, { cuts: 'after the data' });
  const outbox = await startLetters();
  await expect.poll(() => server.received.length).toBe(1);
  const [sent] = await operator.readRecords({ limit: 1 });
  const readLetter = async () => (await kept.store.readReview({ id: sent?.id ?? '' }))?.letter;
  await expect
    .poll(readLetter)
    .toMatchObject({ state: 'waiting', dueAtMs: expect.toSatisfy((ms) => ms > Date.now() + 60_000) });
  await operator.retryJobs({ states: ['waiting'] });
  outbox.wake();
  await expect.poll(async () => (await readLetters())?.parked).toBe(1);
  expect(server.received.map(({ mail }) => mail.messageId)).toEqual([letter.messageId, letter.messageId]);
  expect(await readLetter()).toMatchObject({ state: 'parked', lastReason: 'mail_unanswered' });
  await operator.close();
});

test('letters keep their pace', async () => {
  for (const name of ['ada', 'bo']) await invite(`${name}@example.com`);
  await startLetters(null, 300);
  await waitForSent(2);
  const [first = 0, second = 0] = server.received.map(({ receivedAtMs }) => receivedAtMs);
  expect(second - first).toBeGreaterThan(290);
});

describe('refusals by rule', () => {
  const names = ['ada', 'bo', 'cy', 'di', 'eve', 'flo', 'gus'];
  const rules = [
    { at: 'recipient', status: 554, words: '5.7.1 Recipient domain blocked' },
    { at: 'recipient', status: 554, words: 'Blocked' },
    { at: 'recipient', status: 550, words: '5.7.501 Access denied' },
    { at: 'letter', status: 554, words: '5.7.1 Blocked' },
    { at: 'letter', status: 554, words: 'Blocked' },
  ] as const;

  const expectLetters = (state: object) => expect.poll(readLetters).toMatchObject(state);

  test.each(rules)('%j to one domain halts no letter to another, however many come', async (fault) => {
    for (const name of names) await invite(`${name}@blocked.example`);
    await invite('ada@example.com');
    server.setFaultFor((to) => (to.endsWith('@blocked.example') ? fault : null));
    await startLetters();
    await waitForSent(1);
    expect(await readLetters()).toMatchObject({ parked: 7, waiting: 0, haltedReason: null });
  });

  test.each(rules)('%j to every domain halts all letters at the fifth', async (fault) => {
    for (const name of names) await invite(`${name}@${name}.example`);
    server.setFaultFor(() => fault);
    await startLetters();
    const haltedReason = expect.stringMatching(/^mail_(all|account)_refused 55[04]( 5.7.\d+)?$/);
    await expectLetters({ parked: 4, waiting: 3, haltedReason });
    expect(logged.join()).toContain('LETTERS HALTED');
  });

  test('those to one domain halt all letters once one to another domain is refused alike', async () => {
    for (const name of names) await invite(`${name}@blocked.example`);
    server.setFaultFor(() => rules[0]);
    await startLetters();
    await expectLetters({ parked: 7, haltedReason: null });
    await invite('ada@example.com');
    await expectLetters({ haltedReason: 'mail_all_refused 554 5.7.1' });
  });

  test('a letter that is delivered, by whichever instance, begins the row anew; refusals of a mailbox do not', async () => {
    const refused = (names: string[]) => (to: string) =>
      names.includes(to.slice(0, to.indexOf('@')))
        ? rules[0]
        : to.startsWith('gone')
          ? ({ at: 'recipient', status: 550, words: '5.1.1 Unknown' } as const)
          : null;
    server.setFaultFor(refused(names));
    for (const name of ['ada', 'bo', 'cy', 'di', 'well']) await invite(`${name}@${name}.example`);
    await startLetters();
    await waitForSent(1);
    await outboxes.pop()?.stop();
    for (const name of ['ada2', 'bo2', 'gone', 'cy2', 'di2']) await invite(`${name}@${name}.example`);
    server.setFaultFor(refused(['ada2', 'bo2', 'cy2', 'di2', 'eve2']));
    await startLetters();
    await expectLetters({ parked: 9, haltedReason: null });
    await outboxes.pop()?.stop();
    await startLetters();
    await invite('eve2@eve2.example');
    await expectLetters({ haltedReason: 'mail_all_refused 554 5.7.1' });
  });
});

describe('receipts', () => {
  const readReceipts = () => readChannel(kept.store, 'receipts');
  const apply = (email: string) => kept.store.accept(newSubmission({ fields: { email } }));
  const expectReceipts = (state: object) => expect.poll(readReceipts).toMatchObject(state);

  test('one reaches the mailbox as an automatic reply, with the same Message-ID in each attempt', async () => {
    await startLetters();
    server.queueFaults({ at: 'letter', status: 451 }, { cuts: 'after the data' });
    await apply('ada@example.com');
    await expect.poll(() => server.received.length).toBe(1);
    // Again and again: the attempt that was cut off may not have ended yet.
    const isDelivered = async () => {
      await kept.store.retryJobs({ states: ['waiting'] });
      return (await readReceipts())?.delivered;
    };
    await expect.poll(isDelivered).toBe(1);
    const [first, second] = server.received.map(({ mail }) => mail);
    expect(first).toMatchObject({ subject: 'It is here', text: expect.stringMatching(/^Ada, it is here\./) });
    expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@entree\.example>$/);
    expect(second?.messageId).toBe(first?.messageId);
    const headers = [
      { key: 'auto-submitted', value: 'auto-replied' },
      { key: 'x-auto-response-suppress', value: 'OOF, AutoReply' },
    ];
    for (const header of headers) expect(first?.headers).toContainEqual(expect.objectContaining(header));
  });

  const faults = [
    { at: 'recipient', status: 535, words: '5.7.8 Who are you' },
    { at: 'recipient', status: 421, words: '4.7.0 Closing' },
    { at: 'recipient', status: 452, words: '4.4.5 Quota' },
    { at: 'recipient', status: 554, words: '5.7.1 Blocked' },
    { at: 'letter', status: 554, words: '5.7.1 Blocked' },
  ] as const;

  test.each(faults)('%j at every receipt neither halts nor pauses a letter', async (fault) => {
    server.setFaultFor((to) => (to.startsWith('stranger') ? fault : null));
    await startLetters();
    for (let n = 0; n < 6; n += 1) await apply(`stranger@${n}.example`);
    const isHeldUp = async () => {
      const { waiting = 0, parked = 0, haltedReason = null } = (await readReceipts()) ?? {};
      return haltedReason !== null || (waiting + parked === 6 && server.connections > 0);
    };
    await expect.poll(isHeldUp).toBe(true);
    await invite('ada@example.com');
    await waitForSent(1);
    expect(await readLetters()).toMatchObject({ waiting: 0, parked: 0, haltedReason: null });
  });

  test('an invitation is not held up by a receipt that the mail server does not answer', async () => {
    server.setFaultFor((to) => (to.startsWith('stranger') ? { at: 'recipient', hangs: true } : null));
    await startLetters();
    await apply('stranger@one.example');
    await expect.poll(() => server.connections).toBe(1);
    await invite('ada@example.com');
    await waitForSent(1);
    expect(addressees()).toEqual(['ada@example.com']);
  });

  test('letters that are halted hold up receipts, which are behind them', async () => {
    server.setFaultFor(() => ({ at: 'recipient', status: 535, words: '5.7.8 No' }));
    await invite('ada@example.com');
    await startLetters();
    await expect.poll(async () => (await readLetters())?.haltedReason).toMatch(/^mail_login_refused/);
    const { connections } = server;
    await apply('bo@example.com');
    server.setFaultFor(null);
    expect(await readReceipts()).toMatchObject({ waiting: 1, haltedReason: null });
    expect(server.connections).toBe(connections);
    await kept.store.retryJobs({ states: ['waiting'] });
    outboxes[0]?.wake();
    await expectReceipts({ delivered: 1, waiting: 0 });
    expect(addressees()).toEqual(['ada@example.com', 'bo@example.com']);
  });
});
