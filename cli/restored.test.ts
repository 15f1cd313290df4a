import { expect, test } from 'vitest';
import { creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { connect } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';

describeOnEachEngine('a restored store', (cli) => {
  const { accept, run, runJson } = cli;

  const invite = async (name: string) => {
    const id = await accept('creator', { ...creator, name, email: `${name}@example.com` });
    await cli.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
  };

  test('parks the letters that waited, names whose they are, and says how they go on', async () => {
    await connect(cli.store, ['waitlist', 'letters', 'events']);
    await invite('ada');
    await invite('bo');
    await cli.claim('letters');
    await accept('venue', venue);
    const { exitCode, out } = await run(['restored']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^2 letters parked/m);
    expect(out).toMatch(/1 +ada +ada@example\.com +invited\n +2 +bo +bo@example\.com +invited/);
    expect(out).toContain('"retry NUMBER"');
    expect(out).toContain('list --told parked');
    expect(out).toMatch(/To be sent when the server starts: 3 messages, 5 events\. .*webhook-id/);
    expect(out).not.toContain('mail_restored');
    expect(await cli.listed('--told', 'parked')).toEqual([2, 1]);
    expect((await run(['show', '1'])).out).toMatch(/may have been sent/);

    await run(['retry', '2']);
    expect(await cli.listed('--told', 'waiting')).toEqual([2]);
    // Called again, it parks what waits, and names all of them.
    expect(await runJson('restored')).toMatchObject({
      parkedLetters: [
        { number: 1, name: 'ada', email: 'ada@example.com', about: 'invited' },
        { number: 2, name: 'bo', email: 'bo@example.com', about: 'invited' },
      ],
    });
  });

  test('keeps the time that was set for a letter', async () => {
    const id = await accept('creator', creator);
    const letterAtMs = Date.now() + 3_600_000;
    await cli.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter({ letterAtMs }) }));
    await runJson('restored');
    expect((await run(['retry', '1'])).out).toContain('waits for its time');
  });

  test.each([50, 51])('of %i letters the first 50 are named', async (count) => {
    for (let number = 1; number <= count; number += 1) await invite(`person-${number}`);
    const { out } = await run(['restored']);
    expect(out.match(/@example\.com/g)).toHaveLength(50);
    expect(out.includes('and 1 more.')).toBe(count === 51);
  });

  test('without letters says so', async () => {
    expect((await run(['restored'])).out).toMatch(/^No letter had to be parked\.\n/);
  });
});
