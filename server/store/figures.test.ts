import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import { claimOne, finish, park, readChannel } from '#test/job-claims.ts';
import { createPeopleSteps } from '#test/people-steps.ts';
import { ada, bo, newDecision, newLetter } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';

const dayMs = 86_400_000;

describeOnEachEngine('figures of what the team did', (fixture) => {
  const { accept, decide } = createPeopleSteps(fixture);

  /** Each state by how many ever reached it, who decided what, and how many people are told. */
  async function readFigures() {
    const operator = await fixture.openOperator();
    const overview = await operator.readOverview(0);
    return {
      reached: Object.fromEntries(
        overview.reached.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]),
      ),
      told: overview.told.reduce((sum, { count }) => sum + count, 0),
      by: overview.reviewers.map(({ name, decisions, invited }) => [name, decisions, invited]),
      medianMs: overview.medianToDecisionMs,
      letters: (await readChannel(fixture.store, 'letters'))?.delivered,
    };
  }
  const nothing = { reached: {}, told: 0, by: [], medianMs: null, letters: 0 };

  const sendLetter = async () => finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));

  test('leave out what an import brought, and begin with it: a decision here waits from the day of the import', async () => {
    const appliedAtMs = Date.now() - 692 * dayMs;
    const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
    await fixture.store.importPeople(importOf(emails, { state: 'invited', appliedAtMs }));
    expect(await readFigures()).toEqual(nothing);
    await fixture.store.importPeople(importOf(['d@example.com'], { appliedAtMs }));
    const [imported, other] = [{ sequence: 1 }, { sequence: 4 }];
    await fixture.store.decide(newDecision(imported, { to: 'joined', actor: bo }));
    await fixture.store.decide(newDecision(other, { to: 'invited', letter: newLetter() }));
    await sendLetter();
    const figures = await readFigures();
    expect(figures).toMatchObject({
      reached: { invited: 1, joined: 1 },
      told: 1,
      by: [
        ['ada', 1, 1],
        ['bo', 1, 0],
      ],
      letters: 1,
    });
    expect(figures.medianMs).toBeLessThan(dayMs);
  });

  test('leave out what was undone and the undoing itself; decided again it counts, as the first decision', async () => {
    const ids = [await accept('a@example.com'), await accept('b@example.com')];
    const invite = async () => {
      const id = randomUUID();
      const people = ids.map((each) => ({ about: { id: each }, seenVersion: null }));
      await fixture.store.decideWave({
        id,
        to: 'invited',
        actor: ada,
        note: null,
        letter: null,
        whom: { people },
      });
      return id;
    };
    const wave = await invite();
    expect(await readFigures()).toMatchObject({ reached: { invited: 2 }, by: [['ada', 2, 2]] });
    await fixture.store.undoWave({ id: wave, actor: bo, letter: null });
    expect(await readFigures()).toEqual(nothing);
    await invite();
    const figures = await readFigures();
    expect(figures).toMatchObject({ reached: { invited: 2 }, by: [['ada', 2, 2]] });
    expect(figures.medianMs).not.toBeNull();

    // One by one, down to what came before it.
    const about = { id: ids[0] ?? '' };
    await decide(about.id, 'joined');
    await fixture.store.decide(newDecision(about, { to: 'invited', isUndo: true }));
    expect(await readFigures()).toMatchObject({ reached: { invited: 2 }, by: [['ada', 2, 2]] });
  });

  test.each([
    [2 * dayMs, 2 * dayMs],
    [-dayMs, 0],
  ])(
    'have a median of %i ms from the application to the decision, and none below zero',
    async (agoMs, atLeastMs) => {
      await decide(await accept('a@example.com'), 'invited');
      await runStatements(fixture, `update submissions set received_at = received_at - ${agoMs}`);
      const { medianMs } = await readFigures();
      expect(medianMs).toBeGreaterThanOrEqual(atLeastMs);
      expect(medianMs).toBeLessThan(atLeastMs + (agoMs < 0 ? 1 : dayMs));
    },
  );

  test('count what those answered who are invited now, and who has not answered', async () => {
    const invited = async (name: string, kind: 'creator' | 'venue', answer: InvitationAnswer | null) => {
      const id = await accept(`${name}@example.com`, { kind });
      const letter = newLetter();
      await fixture.store.decide(newDecision({ id }, { to: 'invited', letter }));
      await sendLetter();
      if (answer !== null)
        await fixture.store.answerInvitation({ letter: letter.id, answer, sentence: null });
      return id;
    };
    await invited('a', 'creator', 'coming');
    await invited('b', 'creator', 'coming');
    await invited('c', 'creator', null);
    await invited('d', 'venue', 'not-now');
    await decide(await invited('e', 'creator', 'not-now'), 'joined');
    const { answers } = await (await fixture.openOperator()).readOverview(0);
    expect(answers).toEqual([
      { kind: 'creator', answer: 'coming', count: 2 },
      { kind: 'creator', answer: 'none', count: 1 },
      { kind: 'venue', answer: 'not-now', count: 1 },
    ]);
  });

  test('count whoever ever reached a state, wherever they stand now, and were told of it', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => accept(`${name}@example.com`)));
    for (const id of ids) await decide(id, 'shortlisted');
    for (const id of ids.slice(0, 2))
      await fixture.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
    await sendLetter();
    await decide(ids[0] as string, 'joined');
    await decide(ids[1] as string, 'new');
    await decide(ids[2] as string, 'declined');
    expect(await readFigures()).toMatchObject({
      reached: { shortlisted: 3, invited: 2, joined: 1, declined: 1 },
      told: 1,
      by: [['ada', 8, 2]],
      letters: 1,
    });
  });

  test('count who is told by a later letter about the same invitation, and nobody whose applications are discarded', async () => {
    const [id, other] = [await accept('a@example.com'), await accept('b@example.com')];
    await decide(id, 'invited');
    await fixture.store.decide(newDecision({ id: other }, { to: 'invited', letter: newLetter() }));
    await sendLetter();
    expect((await readFigures()).told).toBe(1);
    await fixture.store.decide(newDecision({ id }, { to: 'invited', withLetter: true, letter: newLetter() }));
    await sendLetter();
    expect((await readFigures()).told).toBe(2);
    for (const _ of [id, other])
      await park(fixture.store, await claimOne(fixture.store), 'slack_invalid_blocks');
    await (await fixture.openOperator()).discard({ ids: [other] });
    expect(await readFigures()).toMatchObject({ reached: { invited: 1 }, told: 1 });
  });
});
