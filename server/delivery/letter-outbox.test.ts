import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLetterDeliver } from '#server/mail/letter-deliver.ts';
import { readLetterWords } from '#server/mail/letter-words.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { type MailFault, startMailServer, type TestMailServer } from '#test/mail-server.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createLetterOutbox } from './letter-outbox.ts';

let folder: string;
let store: Store;
let server: TestMailServer;
let deliveries: Delivery[];
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-letters-'));
  store = await openStore({ databaseUrl: null, dataDir: folder });
  server = await startMailServer();
  deliveries = [];
  logged = [];
});
afterEach(async () => {
  for (const delivery of deliveries) await delivery.stop();
  await store.close();
  await server.close();
  await rm(folder, { recursive: true });
});

function startLetters(login: { user: string; password: string } | null = null, minIntervalMs = 0): Delivery {
  const log = (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`);
  const deliver = createLetterDeliver({
    words: readLetterWords(),
    siteUrl: 'https://entree.example',
    timeZone: 'UTC',
    server: { host: '127.0.0.1', port: server.port, tls: 'if offered', login },
    from: { name: 'Entrée', address: 'hello@entree.example' },
    timeouts: { dataMs: 5_000, finalAnswerMs: 5_000 },
  });
  const delivery = createDelivery({
    store,
    channels: { waitlist: null, contact: null },
    others: [createLetterOutbox(store, { deliver, longestSendMs: 1_000, minIntervalMs })],
    logger: { info: log, warn: log, error: log },
    // No jitter: a retry is due at once.
    random: () => 0,
  });
  deliveries.push(delivery);
  delivery.start();
  return delivery;
}

async function invite(email: string, kind: 'creator' | 'venue' = 'creator') {
  const submission = newSubmission({
    kind,
    fields: { email, ...(kind === 'venue' ? { venueName: 'Bar Cento' } : {}) },
  });
  await store.accept(submission);
  const letter = newLetter();
  await store.decide(newDecision({ id: submission.id }, { to: 'invited', letter }));
  return letter;
}

const waitForSent = (sent: number) =>
  expect.poll(async () => (await store.letterCounts()).sent, { timeout: 15_000 }).toBe(sent);
const addressees = () => server.received.flatMap(({ to }) => to);

test('an invitation reaches the mailbox by kind, with its Message-ID', async () => {
  const letter = await invite('ada@example.com');
  await invite('bo@example.com', 'venue');
  startLetters();
  await waitForSent(2);
  expect(addressees()).toEqual(['ada@example.com', 'bo@example.com']);
  const [first, second] = server.received;
  expect(first?.mail.messageId).toBe(letter.messageId);
  expect(first?.mail.subject).toBe('You made the list');
  expect(second?.mail.subject).toBe('Your venue made the list');
  expect(second?.mail.text).toContain('Bar Cento did.');
});

test('a wake delivers at once', async () => {
  const delivery = startLetters();
  await invite('ada@example.com');
  delivery.wake();
  await waitForSent(1);
});

test('a greylisted letter arrives later, and others do not wait for it', async () => {
  await invite('ada@example.com');
  await invite('bo@example.com');
  let refusals = 2;
  server.setFaultFor((to): MailFault | null =>
    to === 'ada@example.com' && refusals-- > 0
      ? { at: 'recipient', status: 451, words: '4.7.1 Later' }
      : null,
  );
  startLetters();
  await waitForSent(2);
  expect(addressees().sort()).toEqual(['ada@example.com', 'bo@example.com']);
});

test('a refused address parks its letter, and the others go on', async () => {
  await invite('gone@example.com');
  await invite('bo@example.com');
  server.setFaultFor((to) => (to === 'gone@example.com' ? { at: 'recipient', status: 550 } : null));
  startLetters();
  await waitForSent(1);
  expect(await store.letterCounts()).toMatchObject({ parked: 1, parkedSequences: [1], queued: 0 });
  expect(logged.join()).toContain('LETTER PARKED');
  expect(logged.join()).not.toContain('@example.com');
});

test('a refused login halts all letters; other settings end the halt', async () => {
  await server.close();
  server = await startMailServer({ login: { user: 'entree', password: 'right' } });
  await store.rememberLetterSettings('wrong');
  await invite('ada@example.com');
  await invite('bo@example.com');
  startLetters({ user: 'entree', password: 'hunter2' });
  await expect
    .poll(async () => (await store.letterCounts()).haltedReason)
    .toBe('mail_login_refused 535 5.7.8');
  expect(await store.letterCounts()).toMatchObject({ queued: 2, parked: 0 });
  expect(server.connections).toBe(1);
  expect(logged.join()).not.toContain('hunter2');
  await deliveries.pop()?.stop();
  await store.rememberLetterSettings('right');
  startLetters({ user: 'entree', password: 'right' });
  await waitForSent(2);
});

test('a cut before the data sends once, a cut behind it twice with the same Message-ID', async () => {
  const first = await invite('ada@example.com');
  server.queueFaults({ cuts: 'at the recipient' }, { cuts: 'after the data' });
  startLetters();
  await waitForSent(1);
  expect(server.received.map(({ mail, wasCut }) => [mail.messageId, wasCut])).toEqual([
    [first.messageId, true],
    [first.messageId, false],
  ]);
});

test('letters keep their pace', async () => {
  for (const name of ['ada', 'bo', 'cy']) await invite(`${name}@example.com`);
  startLetters(null, 300);
  await waitForSent(3);
  const times = server.received.map(({ receivedAtMs }) => receivedAtMs);
  for (const [index, time] of times.slice(1).entries())
    expect(time - (times[index] ?? 0)).toBeGreaterThan(290);
});

test('a stop during a send loses no letter: it goes out after the next start', async () => {
  await invite('ada@example.com');
  server.queueFaults({ at: 'greeting', hangs: true });
  const delivery = startLetters();
  await expect.poll(() => server.connections).toBe(1);
  await delivery.stop();
  expect(await store.letterCounts()).toMatchObject({ queued: 1, sent: 0 });
  startLetters();
  await waitForSent(1);
  expect(addressees()).toEqual(['ada@example.com']);
}, 20_000);
