import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionTimes } from '#server/admin/sign-in-token.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import type { SessionTimes } from './sign-in.ts';

const times: SessionTimes = { idleMs: 60_000, maxMs: 600_000 };
const validMs = 60_000;
const grace = { way: 'provider', id: 'grace@example.com', name: 'Grace' } as const;

describeOnEachEngine('sign-ins to the console', (fixture) => {
  const addLink = (tokenHash: string, forMs = validMs) =>
    fixture.store.addSignInLink({ tokenHash, account: 'ada', validMs: forMs });

  test('a link starts one session, of the account that asked for it', async () => {
    await addLink('link');
    const session = await fixture.store.redeemSignInLink({
      linkHash: 'link',
      sessionHash: 'session',
      validMs,
    });
    expect(session).toMatchObject({ way: 'link', id: 'ada', name: 'ada' });
    expect(await fixture.store.findSession('session', times)).toEqual(session);
    expect(
      await fixture.store.redeemSignInLink({ linkHash: 'link', sessionHash: 'another', validMs }),
    ).toBeNull();
    expect(await fixture.store.findSession('another', times)).toBeNull();
  });

  test('of several that use a link at the same time, on two instances, one gets a session', async () => {
    const stores = [fixture.store, await fixture.open()];
    for (let round = 0; round < 10; round += 1) {
      await addLink(`link ${round}`);
      const sessions = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          stores[index % 2]?.redeemSignInLink({
            linkHash: `link ${round}`,
            sessionHash: `session ${round} ${index}`,
            validMs,
          }),
        ),
      );
      expect(sessions.filter((session) => session !== null)).toHaveLength(1);
    }
  });

  test('a link that has expired starts nothing, and is deleted when another is made', async () => {
    await addLink('expired', 0);
    expect(
      await fixture.store.redeemSignInLink({ linkHash: 'expired', sessionHash: 'session', validMs }),
    ).toBeNull();
    await addLink('old', 0);
    await addLink('new');
    const operator = await fixture.openOperator();
    expect(await operator.endSessions(null)).toEqual({ sessions: 0, links: 1 });
  });

  test('a session ends when it is idle, when it is old, and when it is ended', async () => {
    for (const tokenHash of ['idle', 'old', 'left'])
      await fixture.store.startSession({ tokenHash, person: grace });
    expect(await fixture.store.findSession('idle', { ...times, idleMs: 0 })).toBeNull();
    expect(await fixture.store.findSession('idle', times)).toBeNull();
    expect(await fixture.store.findSession('old', { ...times, maxMs: 0 })).toBeNull();
    expect(await fixture.store.findSession('old', times)).toBeNull();
    expect(await fixture.store.endSession('left')).toBe(1);
    expect(await fixture.store.endSession('left')).toBe(0);
    expect(await fixture.store.findSession('left', times)).toBeNull();
  });

  test('in the console a session ends after 12 hours without a call, and after 7 days', async () => {
    const minuteMs = 60_000;
    const hourMs = 60 * minuteMs;
    const isFound = async (startedMs: number, seenMs: number) => {
      const tokenHash = randomUUID();
      await fixture.store.startSession({ tokenHash, person: grace });
      await runStatements(
        fixture,
        `update console_sessions set started_at = started_at - ${startedMs}, last_seen_at = last_seen_at - ${seenMs}
          where token_hash = '${tokenHash}'`,
      );
      return (await fixture.store.findSession(tokenHash, sessionTimes)) !== null;
    };
    expect(await isFound(12 * hourMs, 12 * hourMs - minuteMs)).toBe(true);
    expect(await isFound(12 * hourMs, 12 * hourMs)).toBe(false);
    expect(await isFound(7 * 24 * hourMs - minuteMs, 0)).toBe(true);
    expect(await isFound(7 * 24 * hourMs, 0)).toBe(false);
  });

  test('an operator ends the sessions and links of one, whatever the case, or of all', async () => {
    const operator = await fixture.openOperator();
    await fixture.store.startSession({ tokenHash: 'grace', person: grace });
    await fixture.store.startSession({ tokenHash: 'grace again', person: grace });
    await addLink('used');
    await fixture.store.redeemSignInLink({ linkHash: 'used', sessionHash: 'ada', validMs });
    await addLink('unused');
    expect(await operator.readSessions(times)).toHaveLength(3);
    expect(await operator.endSessions('GRACE')).toEqual({ sessions: 2, links: 0 });
    expect((await operator.readSessions(times)).map(({ id }) => id)).toEqual(['ada']);
    expect(await operator.endSessions(null)).toEqual({ sessions: 1, links: 1 });
    expect(await operator.readSessions(times)).toEqual([]);
  });

  test('who signed in is recorded, and who was refused', async () => {
    const operator = await fixture.openOperator();
    await fixture.store.startSession({ tokenHash: 'grace', person: grace });
    await fixture.store.recordSignIn({ way: 'link', who: null, result: 'refused' });
    expect(await operator.readSignIns(10)).toMatchObject([
      { way: 'link', who: null, result: 'refused' },
      { way: 'provider', who: 'grace@example.com', result: 'signed in' },
    ]);
    expect(await operator.readSignIns(1)).toHaveLength(1);
  });

  test('a name or an account is found as people write it', async () => {
    const operator = await fixture.openOperator();
    const names = ['Élodie Ångström', 'ÇAĞLA', 'straße'];
    for (const [index, name] of names.entries())
      await fixture.store.startSession({
        tokenHash: name,
        person: { ...grace, id: `${index}@example.com`, name },
      });
    await fixture.store.addSignInLink({ tokenHash: 'link', account: 'Zoë', validMs });
    for (const who of [' ÉLODIE ångström', 'e\u0301lodie \u00C5ngstro\u0308m', 'çağla', '2@EXAMPLE.com'])
      expect.soft((await operator.endSessions(who)).sessions, who).toBeLessThanOrEqual(1);
    expect(await operator.readSessions(times)).toEqual([]);
    expect(await operator.endSessions('elodie')).toEqual({ sessions: 0, links: 0 });
    expect(await operator.endSessions(' ZOË ')).toEqual({ sessions: 0, links: 1 });
  });

  test('who shares an account is found by the name before it, and nobody else is', async () => {
    const operator = await fixture.openOperator();
    for (const account of ['Grace (root)', 'Grace (ops) Hopper (root)', 'Grace']) {
      for (const tokenHash of [account, `unused ${account}`])
        await fixture.store.addSignInLink({ tokenHash, account, validMs });
      await fixture.store.redeemSignInLink({ linkHash: account, sessionHash: account, validMs });
    }
    expect(await operator.endSessions('root')).toEqual({ sessions: 0, links: 0 });
    expect(await operator.endSessions('grace')).toEqual({ sessions: 2, links: 2 });
    expect(await operator.endSessions('Grace (ops) Hopper')).toEqual({ sessions: 1, links: 1 });
  });

  test('a session that has ended is not listed', async () => {
    const operator = await fixture.openOperator();
    await fixture.store.startSession({ tokenHash: 'grace', person: grace });
    expect(await operator.readSessions({ ...times, idleMs: 0 })).toEqual([]);
    expect(await operator.readSessions({ ...times, maxMs: 0 })).toEqual([]);
    expect(await operator.readSessions(times)).toMatchObject([grace]);
  });

  test('a sign-in deletes sessions that began 30 days before, or more than a minute from now', async () => {
    const minuteMs = 60_000;
    const daysMs = 30 * 24 * 60 * minuteMs;
    const startedAgoMs = [daysMs + minuteMs, daysMs - minuteMs, 0, -2 * minuteMs];
    for (const [index, agoMs] of startedAgoMs.entries()) {
      await fixture.store.startSession({ tokenHash: `${index}`, person: grace });
      await runStatements(
        fixture,
        `update console_sessions set started_at = started_at - ${agoMs} where token_hash = '${index}'`,
      );
    }
    await fixture.store.startSession({ tokenHash: 'new', person: grace });
    const kept = await runOnStore(fixture, 'select token_hash from console_sessions order by token_hash');
    expect(kept.map(({ token_hash }) => token_hash)).toEqual(['1', '2', 'new']);
  });

  test('an erasure deletes the sign-ins that the provider refused to this email, in any spelling, and no other', async () => {
    const operator = await fixture.openOperator();
    const signIns = [
      { way: 'provider', who: 'ADA@example.com', result: 'not on the list' },
      { way: 'provider', who: 'ada@example.com', result: 'refused' },
      { way: 'provider', who: 'ada@example.com', result: 'signed in' },
      { way: 'provider', who: 'eve@example.com', result: 'not on the list' },
      { way: 'provider', who: null, result: 'refused' },
      { way: 'link', who: 'ada@example.com', result: 'refused' },
    ] as const;
    for (const signIn of signIns) await fixture.store.recordSignIn(signIn);
    expect(await operator.readSignInsOf('Ada@Example.com')).toMatchObject(signIns.slice(0, 3).toReversed());
    expect(await operator.erase('Ada@Example.com')).toMatchObject({ refusedSignIns: 2 });
    expect(await operator.readSignIns(10)).toMatchObject(signIns.slice(2).toReversed());
    expect(await operator.erase('Ada@Example.com')).toMatchObject({ refusedSignIns: 0 });
  });

  test('refused sign-ins are kept up to a number; those that succeeded stay', async () => {
    await fixture.store.startSession({ tokenHash: 'grace', person: grace });
    // Directly: so many calls would take a minute.
    const rows = Array.from({ length: 12_000 }, () => `('provider', 'refused', ${Date.now()})`).join();
    await runStatements(fixture, `insert into sign_ins (way, result, at) values ${rows}`);
    await fixture.store.recordSignIn({ way: 'provider', who: 'eve@evil.example', result: 'refused' });
    const operator = await fixture.openOperator();
    const kept = await operator.readSignIns(50_000);
    expect(kept.length).toBeLessThanOrEqual(10_001);
    expect(kept.at(0)).toMatchObject({ who: 'eve@evil.example' });
    expect(kept.at(-1)).toMatchObject({ who: 'grace@example.com', result: 'signed in' });
  });

  // The clock of Postgres cannot be set.
  if (fixture.engine === 'postgres') return;
  test('the time of a session is moved on at most once a minute, by its use', async () => {
    let nowMs = 1_000_000;
    const store = await fixture.open({ now: () => nowMs });
    const limits = { idleMs: 100_000, maxMs: 1_000_000 };
    await store.startSession({ tokenHash: 'grace', person: grace });
    nowMs += 59_999;
    expect(await store.findSession('grace', limits)).toMatchObject({ lastSeenAtMs: 1_000_000 });
    nowMs += 1;
    expect(await store.findSession('grace', limits)).toMatchObject({ lastSeenAtMs: 1_060_000 });
    nowMs += 99_999;
    expect(await store.findSession('grace', limits)).not.toBeNull();
    nowMs += 100_000;
    expect(await store.findSession('grace', limits)).toBeNull();
  });

  test.each([
    [-60_001, false],
    [-60_000, true],
    [59_999, true],
    [60_000, false],
  ])(
    'a link, and a session, of one minute are valid %i ms after they were made: %s',
    async (afterMs, isValid) => {
      const madeAtMs = 100_000_000;
      let nowMs = madeAtMs;
      const store = await fixture.open({ now: () => nowMs });
      await store.startSession({ tokenHash: 'session', person: grace });
      await store.addSignInLink({ tokenHash: 'link', account: 'ada', validMs });
      nowMs = madeAtMs + afterMs;
      expect((await store.findSession('session', times)) !== null).toBe(isValid);
      const session = await store.redeemSignInLink({ linkHash: 'link', sessionHash: 'of the link', validMs });
      expect(session !== null).toBe(isValid);
    },
  );

  test('when the clock was set back, sessions and links that are dated in the future have ended', async () => {
    let nowMs = 100_000_000;
    const store = await fixture.open({ now: () => nowMs });
    for (const tokenHash of ['session', 'other session'])
      await store.startSession({ tokenHash, person: grace });
    await store.addSignInLink({ tokenHash: 'link', account: 'ada', validMs });
    nowMs -= 30_000;
    expect(await store.findSession('session', times), 'a small correction').not.toBeNull();
    nowMs -= 3_600_000;
    expect(await store.findSession('session', times)).toBeNull();
    expect(
      await store.redeemSignInLink({ linkHash: 'link', sessionHash: 'of the link', validMs }),
    ).toBeNull();
    nowMs += 3_630_000;
    expect(await store.findSession('session', times), 'it does not come back').toBeNull();
  });
});
