import { expect, test } from 'vitest';
import {
  addressOf,
  claimOne,
  claimOptions,
  connect,
  finish,
  halt,
  jobOf,
  park,
  readChannel,
  retry,
} from '#test/job-claims.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import type { Claim } from './job.ts';
import { prepareSubmission } from './queries/submission-rows.ts';
import type { Store } from './store.ts';

const letters = { channel: 'letters' } as const;
const receipts = {
  channel: 'receipts',
  behind: { address: addressOf('letters'), channels: ['letters'] },
} as const;

const dayMs = 86_400_000;

describeOnEachEngine('receipts', (fixture) => {
  const switchOn = () => connect(fixture.store, ['receipts']);

  async function apply(
    email: string,
    changes: Parameters<typeof newSubmission>[0] = {},
    store = fixture.store,
  ) {
    const submission = newSubmission({ fields: { email }, ...changes });
    await store.accept(submission);
    return submission.id;
  }

  async function invite(id: string, letter: Parameters<typeof newLetter>[0] = {}) {
    await fixture.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter(letter) }));
  }

  /** null: none is due. Those that nobody is to get are passed over, as the outbox does. */
  async function claimNext(store: Store = fixture.store): Promise<Claim | null> {
    const answer = await store.claimJobs(claimOptions(receipts));
    return answer.claim === null && answer.retryInMs === 0 ? claimNext(store) : answer.claim;
  }

  /** Sends all that are due, and answers to which addresses. */
  async function drain(): Promise<string[]> {
    const addresses: string[] = [];
    for (;;) {
      const claim = await claimNext();
      if (claim === null) return addresses;
      addresses.push(jobOf(claim, 'letter').application.fields.email);
      await finish(fixture.store, claim);
    }
  }

  test('who applies by a form gets one; nobody does while they are off, for a message, or for what is quarantined, released, imported or added', async () => {
    const { store } = fixture;
    await apply('before@example.com');
    await switchOn();
    await apply('ada@example.com');
    await apply('bo@example.com', { kind: 'venue', fields: { email: 'bo@example.com' } });
    await apply('cy@example.com', { kind: 'contact', fields: { email: 'cy@example.com' } });
    const held = await apply('di@example.com', {
      quarantineReason: 'honeypot',
      fields: { email: 'di@example.com' },
    });
    await store.release({ ids: [held] });
    for (const file of ['people.csv', null])
      await store.importPeople({
        id: `an import ${file}`,
        kind: 'creator',
        file,
        actor: ada,
        sendsMessages: true,
        people: [
          {
            ...prepareSubmission(newSubmission({ fields: { email: `${file}@example.com` } })),
            appliedAtMs: null,
            state: 'new',
          },
        ],
      });
    expect(await readChannel(store, 'receipts')).toMatchObject({ waiting: 2 });
    expect(await drain()).toEqual(['ada@example.com', 'bo@example.com']);
    await apply('eve@example.com');
    await store.disconnectChannels(['receipts']);
    await apply('flo@example.com');
    await switchOn();
    expect(await drain()).toEqual([]);
  });

  test.each(['people.csv', null])(
    'one that waits goes to nobody whose application came by an import (%s)',
    async (file) => {
      await switchOn();
      await apply('ada@example.com');
      await fixture.store.importPeople(importOf(['bo@example.com'], { file }));
      expect(await readChannel(fixture.store, 'receipts')).toMatchObject({ waiting: 1 });
      await runStatements(fixture, 'update submissions set import = (select id from imports)');
      expect(await drain()).toEqual([]);
    },
  );

  test('it greets as the application does, tells of no decision, and changes no message and no event', async () => {
    await connect(fixture.store, ['receipts', 'events']);
    const id = await apply('ada@example.com');
    const waitlist = await claimOne(fixture.store);
    await fixture.store.endClaim(waitlist, { outcome: 'delivered', place: 'C1 1.1' });
    const claim = await claimOne(fixture.store, receipts);
    expect(jobOf(claim, 'letter')).toMatchObject({
      letter: 'receipt',
      decisionId: null,
      messageId: null,
      application: { kind: 'creator', fields: { name: 'Ada' } },
    });
    expect(jobOf(claim, 'letter').id).toMatch(/^[0-9a-f-]{36}$/);
    await finish(fixture.store, claim);
    expect(await readChannel(fixture.store, 'changes')).toMatchObject({ waiting: 0 });
    expect(await readChannel(fixture.store, 'events')).toMatchObject({ waiting: 1 });
    expect(await readChannel(fixture.store, 'letters')).toMatchObject({ delivered: 0 });
    expect(await fixture.store.readReview({ id })).toMatchObject({
      told: null,
      letter: null,
      letters: [{ letter: 'receipt', state: 'delivered' }],
    });
  });

  test.each([
    [1_000, 0],
    [0, 1],
  ])(
    'an address that applies again %i ms before a day is over gets %i, as creator or venue',
    async (earlyMs, count) => {
      await switchOn();
      await apply('ada@example.com');
      expect(await drain()).toHaveLength(1);
      const spelt = { email: 'ADA@Example.com' };
      await apply('', { kind: 'venue', fields: spelt });
      const shiftMs = dayMs - earlyMs;
      await runStatements(
        fixture,
        `update jobs set delivered_at = (select max(queued_at) - ${shiftMs} from jobs where channel = 'receipts')
        where channel = 'receipts' and state = 'delivered'`,
      );
      expect(await drain()).toHaveLength(count);
      await apply('', { fields: spelt });
      expect(await drain()).toEqual([]);
      expect(await readChannel(fixture.store, 'receipts')).toMatchObject({
        waiting: 0,
        delivered: 1 + count,
      });
    },
  );

  test('of applications that come at once by several instances, an address gets one', async () => {
    await switchOn();
    const other = await fixture.open();
    const stores = [fixture.store, other];
    const sent = ['creator', 'venue', 'creator', 'venue'] as const;
    await Promise.all(
      sent.map((kind, index) => apply('', { kind, fields: { email: 'ada@example.com' } }, stores[index % 2])),
    );
    const claims = (await Promise.all([0, 1, 2, 3, 4, 5].map((n) => claimNext(stores[n % 2])))).filter(
      (claim) => claim !== null,
    );
    expect(claims).toHaveLength(1);
    // It may have arrived: what is tried again is the same one.
    if (claims[0]) await retry(fixture.store, claims[0], { wasUnanswered: true });
    expect(await drain()).toEqual(['ada@example.com']);
  });

  test('one that was refused, or may have arrived, counts for the day; nobody gets another behind it', async () => {
    await switchOn();
    await apply('ada@example.com');
    await park(fixture.store, await claimOne(fixture.store, receipts), 'mail_unanswered');
    await apply('ada@example.com');
    expect(await drain()).toEqual([]);
  });

  test('nobody gets one who was erased, discarded or decided about meanwhile; who applied again after that does', async () => {
    const { store } = fixture;
    await switchOn();
    await apply('erased@example.com');
    const discarded = await apply('discarded@example.com');
    await park(store, await claimOne(store), 'slack_invalid_blocks');
    await park(store, await claimOne(store), 'slack_invalid_blocks');
    await store.discard({ ids: [discarded] });
    const invited = await apply('invited@example.com');
    await invite(invited, { letterAtMs: Date.now() + dayMs });
    const again = await apply('again@example.com');
    await store.decide(newDecision({ id: again }, { to: 'declined' }));
    await apply('again@example.com');
    await store.erase('erased@example.com');
    expect(await drain()).toEqual(['again@example.com']);
    expect((await store.readReview({ id: invited }))?.letters).toMatchObject([
      { letter: 'receipt', state: 'cancelled' },
      { letter: 'invited', state: 'waiting' },
    ]);
  });

  test('a restore parks those that wait, and names them; an operator may send them', async () => {
    await switchOn();
    const id = await apply('ada@example.com');
    const operator = await fixture.openOperator();
    expect(await operator.parkRestored()).toMatchObject([{ email: 'ada@example.com', about: 'receipt' }]);
    expect(await drain()).toEqual([]);
    const { dueNow } = await operator.retryJobs({ about: { id }, states: ['parked'] });
    expect(dueNow).toEqual([{ channel: 'receipts', count: 1 }]);
    expect(await drain()).toEqual(['ada@example.com']);
  });

  test('an application is pruned although its receipt was refused, but not while that waits', async () => {
    const { store } = fixture;
    await switchOn();
    await apply('ada@example.com');
    await finish(store, await claimOne(store));
    const prune = () =>
      store.prune({ beforeMs: Date.now() + dayMs, includesQuarantined: false, after: 0, limit: 10 });
    expect(await prune()).toMatchObject({ deleted: 0 });
    await park(store, await claimOne(store, receipts), 'mail_recipient_refused 550');
    expect(await prune()).toMatchObject({ deleted: 1 });
    expect(await readChannel(store, 'receipts')).toMatchObject({ parked: 0 });
  });

  test('receipts wait for each letter that is due, however many were there before, and for no other', async () => {
    const { store } = fixture;
    await switchOn();
    const first = await apply('first@example.com');
    await invite(first, { letterAtMs: Date.now() + dayMs });
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => apply(`${n}@example.com`)));
    expect(await claimNext()).not.toBeNull();
    await invite(await apply('ada@example.com'));
    expect(await claimNext()).toBeNull();
    const letter = await claimOne(store, letters);
    expect(jobOf(letter, 'letter').application.fields.email).toBe('ada@example.com');
    await halt(store, letter, 'mail_login_refused 535');
    expect(await claimNext()).toBeNull();
    await store.retryJobs({ states: ['waiting'], channels: ['letters'] });
    await finish(store, await claimOne(store, letters));
    expect(await claimNext()).not.toBeNull();
  });

  test('a pause of letters pauses receipts; a halt or a pause of receipts leaves letters alone, beside the pace', async () => {
    const { store } = fixture;
    await switchOn();
    for (const name of ['ada', 'bo', 'cy']) await apply(`${name}@example.com`);
    const invited = await apply('di@example.com');
    await retry(store, await claimOne(store, { ...receipts, minIntervalMs: 20_000 }), { pauseMs: 600_000 });
    await invite(invited);
    expect(await store.claimJobs(claimOptions({ ...letters, minIntervalMs: 20_000 }))).toEqual({
      claim: null,
      retryInMs: expect.toSatisfy((ms) => ms > 0 && ms <= 20_000),
    });
    await runStatements(fixture, 'update queues set next_send_at = 0');
    await halt(store, await claimOne(store, letters), 'mail_login_refused 535');
    await store.retryJobs({ states: ['waiting'], channels: ['letters'] });
    await retry(store, await claimOne(store, letters), { delayMs: 600_000, pauseMs: 600_000 });
    expect(await store.claimJobs(claimOptions(receipts))).toMatchObject({ claim: null });
    await store.retryJobs({ states: ['waiting'], channels: ['letters'] });
    await finish(store, await claimOne(store, letters));
    await halt(store, await claimOne(store, receipts), 'mail_login_refused 535');
    await invite(await apply('eve@example.com'));
    expect(jobOf(await claimOne(store, letters), 'letter').application.fields.email).toBe('eve@example.com');
    expect(await readChannel(store, 'letters')).toMatchObject({ haltedReason: null });
    expect(await readChannel(store, 'receipts')).toMatchObject({ haltedReason: 'mail_login_refused 535' });
  });

  test('refused receipts never make letters count as refused all alike, and delivered ones do not end their row', async () => {
    const { store } = fixture;
    const rule = 'mail_recipient_not_passed_on 554';
    await switchOn();
    async function refuse(channel: typeof letters | typeof receipts, domain: string): Promise<boolean> {
      const id = await apply(`ada@${domain}`);
      if (channel === letters) await invite(id);
      const claim = channel === letters ? await claimOne(store, letters) : await claimNext();
      if (claim === null) throw new Error('No receipt is due.');
      const all = await store.areOthersRefused(claim.jobs[0]?.sequence ?? 0, rule);
      await park(store, claim, rule);
      return all;
    }
    for (const n of [1, 2, 3, 4]) expect(await refuse(receipts, `${n}.example`)).toBe(false);
    for (const n of [5, 6, 7, 8]) expect(await refuse(letters, `${n}.example`)).toBe(false);
    expect(await refuse(receipts, '9.example')).toBe(true);
    await apply('well@example.com');
    expect(await drain()).toContain('well@example.com');
    expect(await refuse(letters, '10.example')).toBe(true);
  });
});
