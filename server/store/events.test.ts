import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { holdLocks } from '#test/held-locks.ts';
import {
  claimOne,
  claimOptions,
  connect,
  finish,
  jobOf,
  park,
  readChannel,
  retry,
} from '#test/job-claims.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { emailKey } from './email-key.ts';
import { prepareSubmission } from './queries/submission-rows.ts';

const events = { channel: 'events' } as const;

describeOnEachEngine('events', (fixture) => {
  const connectEvents = () => connect(fixture.store, ['events']);
  const readEvents = () => readChannel(fixture.store, 'events');
  const claim = () => claimOne(fixture.store, events);

  async function accept(changes: Parameters<typeof newSubmission>[0] = {}): Promise<string> {
    const submission = newSubmission(changes);
    await fixture.store.accept(submission);
    return submission.id;
  }

  /** Claims and finishes all that is due; answers what it was about. */
  async function drain() {
    const seen: unknown[] = [];
    for (;;) {
      const { claim: claimed } = await fixture.store.claimJobs(claimOptions(events));
      if (claimed === null) return seen;
      const [job] = claimed.jobs;
      if (job?.kind === 'event') seen.push(job.event);
      else if (job?.kind === 'submission') seen.push(job.submission.id);
      await finish(fixture.store, claimed);
    }
  }

  const prune = () =>
    fixture.store.prune({
      beforeMs: Number.MAX_SAFE_INTEGER,
      includesQuarantined: false,
      after: 0,
      limit: 100,
    });

  test('without a receiver nothing is queued, shown or kept from pruning; what was missed is not sent later', async () => {
    const id = await accept();
    await fixture.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
    await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
    await finish(fixture.store, await claimOne(fixture.store));
    expect(await readEvents()).toBeUndefined();
    expect((await prune()).deleted).toBe(1);
    await accept({ fields: { email: 'bo@example.com' } });
    await fixture.store.erase('bo@example.com');
    await connectEvents();
    expect(await readEvents()).toMatchObject({ waiting: 0 });
  });

  test('what people see of submissions, decisions and letters is queued once, with the names of now', async () => {
    await connectEvents();
    const id = await accept({ fields: { email: 'ada@example.com', name: 'Ada' } });
    const message = await accept({ kind: 'contact' });
    const invitation = newDecision({ id }, { to: 'invited', letter: newLetter(), wave: null });
    await fixture.store.decide(invitation);
    await fixture.store.decide(invitation);
    await fixture.store.decide(newDecision({ id: message }, { to: 'answered' }));
    await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
    const newer = await accept({ fields: { email: 'ADA@example.com', name: 'Ada L.' } });
    const about = {
      decision: { id: invitation.id, from: 'new', to: 'invited', actor: { name: 'ada', way: 'slack' } },
      submission: { id: newer, sequence: 3, fields: { name: 'Ada L.' } },
    };
    expect(await readEvents()).toMatchObject({ waiting: 5 });
    expect(await drain()).toMatchObject([
      id,
      message,
      { type: 'applicant.decided', ...about },
      { type: 'applicant.told', ...about },
      newer,
    ]);
    expect(await readEvents()).toMatchObject({ waiting: 0, delivered: 5 });
  });

  test('somebody is told once: when the letter was sent, not when it is tried again or refused, nor when another server sent it too', async () => {
    await connectEvents();
    const id = await accept();
    await fixture.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
    const letters = { channel: 'letters' } as const;
    const late = await claimOne(fixture.store, { ...letters, claimMs: -1 });
    await retry(fixture.store, await claimOne(fixture.store, letters));
    await park(fixture.store, await claimOne(fixture.store, letters), 'mail_unanswered');
    const decided = { type: 'applicant.decided' };
    expect(await drain()).toMatchObject([id, decided]);
    await fixture.store.retryJobs({ about: { id }, channels: ['letters'], states: ['parked'] });
    await finish(fixture.store, await claimOne(fixture.store, letters));
    await finish(fixture.store, late);
    expect(await drain()).toMatchObject([{ type: 'applicant.told' }]);
  });

  test('each decision of a wave is an event with its id', async () => {
    await connectEvents();
    const ids = [await accept(), await accept({ fields: { email: 'bo@example.com' } })];
    const people = ids.map((id) => ({ about: { id }, seenVersion: 0 }));
    const { actor } = newDecision({ sequence: 1 });
    const wave = { id: 'a wave', to: 'shortlisted', actor, note: null, letter: null } as const;
    await fixture.store.decideWave({ ...wave, whom: { people } });
    expect((await drain()).slice(2)).toMatchObject([
      { decision: { wave: 'a wave', to: 'shortlisted' } },
      { decision: { wave: 'a wave', to: 'shortlisted' } },
    ]);
  });

  test('what is quarantined is an event once it is released, and once only', async () => {
    await connectEvents();
    const id = await accept({ quarantineReason: 'honeypot' });
    expect(await readEvents()).toMatchObject({ waiting: 0 });
    await fixture.store.release({ ids: [id] });
    expect(await drain()).toEqual([id]);
    await park(fixture.store, await claimOne(fixture.store), 'slack_invalid_payload 400');
    await fixture.store.discard({ ids: [id] });
    await fixture.store.release({ ids: [id] });
    expect(await drain()).toEqual([]);
  });

  test('an erasure removes what waits, tells ids and the hash of the email, and leaves neither once that is sent', async () => {
    await connectEvents();
    const ids = [await accept({ fields: { email: 'ada@example.com' } })];
    ids.push(await accept({ kind: 'contact', fields: { email: 'Ada@Example.com' } }));
    await fixture.store.decide(newDecision({ id: ids[0] ?? '' }));
    await fixture.store.erase('ADA@example.com');
    const claimed = await claim();
    expect(jobOf(claimed, 'event').event).toEqual({
      type: 'person.erased',
      ids,
      emailSha256: createHash('sha256').update(emailKey('ada@example.com')).digest('hex'),
    });
    await finish(fixture.store, claimed);
    expect(await readEvents()).toMatchObject({ waiting: 0, delivered: 0 });
  });

  test('an erasure is told with 1,000 ids an event, each id once', async () => {
    const acceptAll = (email: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => accept({ fields: { email } })));
    await acceptAll('ada@example.com', 1_000);
    const ids = await acceptAll('bo@example.com', 1_001);
    await connectEvents();
    const erase = async (email: string) => {
      await fixture.store.erase(email);
      return ((await drain()) as { ids: string[] }[]).map((event) => event.ids);
    };
    expect((await erase('ada@example.com')).map(({ length }) => length)).toEqual([1_000]);
    const parts = await erase('bo@example.com');
    expect(parts.map(({ length }) => length)).toEqual([1_000, 1]);
    expect(parts.flat().toSorted()).toEqual(ids.toSorted());
  });

  test('an erasure goes before all other events, however many wait', async () => {
    await connectEvents();
    await Promise.all(Array.from({ length: 1_100 }, () => accept()));
    await fixture.store.erase('nobody@example.com');
    const first = await claim();
    expect(jobOf(first, 'event').event).toMatchObject({ type: 'person.erased' });
    await retry(fixture.store, first, { delayMs: 60_000 });
    expect((await claim()).jobs).toMatchObject([{ kind: 'submission' }]);
  });

  test('somebody who was pruned here and stands elsewhere can still be erased there', async () => {
    await connectEvents();
    await fixture.store.erase('ada@example.com');
    expect(await drain()).toMatchObject([{ type: 'person.erased', ids: [] }]);
  });

  test('what waits is kept from pruning until it is sent', async () => {
    await connectEvents();
    await accept();
    await finish(fixture.store, await claimOne(fixture.store));
    expect((await prune()).deleted).toBe(0);
    await drain();
    expect((await prune()).deleted).toBe(1);
  });

  test.each(['waits', 'is being sent', 'is parked'])(
    'a person whose decision is an event that %s is kept from pruning',
    async (state) => {
      await connectEvents();
      const id = await accept();
      await finish(fixture.store, await claimOne(fixture.store));
      await drain();
      await fixture.store.decide(newDecision({ id }));
      if (state !== 'waits') {
        const claimed = await claim();
        if (state === 'is parked') await park(fixture.store, claimed, 'webhook_refused 400');
      }
      expect((await prune()).deleted).toBe(0);
      await fixture.store.disconnectChannels(['events']);
      expect((await prune()).deleted).toBe(1);
    },
  );

  test('a server without the setting deletes what waits or is parked, and keeps nothing for it', async () => {
    await connectEvents();
    await accept();
    await park(fixture.store, await claim(), 'webhook_refused 400');
    await accept({ fields: { email: 'bo@example.com' } });
    for (let sent = 0; sent < 2; sent += 1) await finish(fixture.store, await claimOne(fixture.store));
    expect(await fixture.store.disconnectChannels(['events'])).toBe(2);
    expect(await fixture.store.disconnectChannels(['events'])).toBe(0);
    await fixture.store.decide(newDecision({ sequence: 1 }));
    expect(await readEvents()).toBeUndefined();
    expect((await prune()).deleted).toBe(2);
  });

  test('the operator retries events like messages, all or those about one person', async () => {
    await connectEvents();
    const id = await accept();
    await retry(fixture.store, await claim(), { delayMs: 60_000, pauseMs: 60_000 });
    expect(await readEvents()).toMatchObject({
      waiting: 1,
      delivered: 0,
      oldestWaitingAgeMs: expect.any(Number),
    });
    const { dueNow } = await fixture.store.retryJobs({
      about: { id },
      channels: ['events'],
      states: ['waiting'],
    });
    expect(dueNow).toEqual([{ channel: 'events', count: 1 }]);
    expect(await drain()).toEqual([id]);
  });

  // On SQLite nobody else writes while an event is read.
  if (fixture.engine === 'postgres')
    test.each([
      ['decision', 'decisions', "delete from jobs where kind = 'letter'; delete from decisions"],
      ['application', 'decisions', 'delete from submissions'],
      ['answer', 'answers', 'delete from answers'],
    ])('an event of which the %s is erased while it is read is not sent', async (_, table, erased) => {
      const id = await accept();
      const letter = newLetter();
      await fixture.store.decide(newDecision({ id }, { to: 'invited', letter }));
      await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
      await connectEvents();
      await fixture.store.answerInvitation({ letter: letter.id, answer: 'coming', sentence: null });
      await using locks = await holdLocks(fixture.databaseUrl, `lock table ${table}`);
      const claiming = fixture.store.claimJobs(claimOptions(events));
      await locks.untilAwaited();
      await locks.run(erased);
      await locks.commit();
      expect(await claiming).toMatchObject({ claim: null });
    });

  test('people who are imported or added are no events', async () => {
    await connectEvents();
    const prepared = prepareSubmission(newSubmission());
    await fixture.store.importPeople({
      id: 'an import',
      kind: 'creator',
      file: 'people.csv',
      actor: ada,
      sendsMessages: false,
      people: [{ ...prepared, appliedAtMs: null, state: 'invited' }],
    });
    expect(await readEvents()).toMatchObject({ waiting: 0 });
  });
});
