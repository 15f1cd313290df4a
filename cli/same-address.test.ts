import { expect, test } from 'vitest';
import { contact, creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { finish } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';

const email = 'same@example.com';

describeOnEachEngine('what came from one mailbox', (cli) => {
  const { accept, run, runJson } = cli;

  test('the message of somebody whose letter never came shows their application, its letter and when', async () => {
    await accept('creator', { ...creator, name: 'Ada', email });
    await accept('venue', { ...venue, email: 'other@example.com' });
    const id = await accept('contact', { ...contact, email: 'SAME@Example.COM', message: 'It never came' });
    await cli.store.decide(newDecision({ sequence: 1 }, { to: 'invited', letter: newLetter() }));
    await finish(cli.store, await cli.claim('letters'));

    const { out } = await run(['show', '3']);
    expect(out).toMatch(
      /^Same address +#1, creator Ada, \d{4}-\d\d-\d\d \d\d:\d\d: invited by .+; told on \d{4}-\d\d-\d\d \d\d:\d\d$/m,
    );
    expect(out).not.toContain('#2');
    expect((await run(['show', '1'])).out).toMatch(/^Same address +#3, contact .+: new$/m);
    expect((await run(['show', '2'])).out).not.toContain('Same address');
    expect((await runJson('show', '3')).review.mailbox).toMatchObject({
      rows: [{ number: 1, kind: 'creator', state: 'invited', told: { status: 'told' } }],
      held: [],
    });
    expect((await runJson('show', '1')).review.mailbox.rows).toMatchObject([{ id }]);
  });

  test('both sides and each message are shown once, the newest first, and what is held as held', async () => {
    await accept('creator', { ...creator, email });
    await accept('creator', { ...creator, email });
    await accept('contact', { ...contact, email });
    await accept('contact', { ...contact, email }, 'honeypot');
    await accept('venue', { ...venue, email }, 'honeypot');
    await accept('creator', { ...creator, email }, 'honeypot');
    const numbersOf = async (named: string) => {
      const { rows, held } = (await runJson('show', named)).review.mailbox;
      return [rows, held].map((records) => records.map(({ number }: { number: number }) => number));
    };
    expect(await numbersOf('3')).toEqual([[2], [6, 5, 4]]);
    expect(await numbersOf('1'), 'their own held one is among their applications').toEqual([[3], [5, 4]]);
    expect((await run(['show', '3'])).out).toMatch(/^Same address +#5, venue .+: quarantined$/m);
    await run(['release', '5']);
    expect(await numbersOf('3')).toEqual([
      [5, 2],
      [6, 4],
    ]);
    await run(['erase', '--email', 'SAME@example.com', '--yes']);
    expect((await runJson('list', '--email', email)).total).toBe(0);
  });

  test('of a mailbox that writes without end the newest twenty messages are shown, and the application', async () => {
    await accept('venue', { ...venue, email });
    for (let count = 0; count < 21; count += 1) await accept('contact', { ...contact, email });
    const { rows } = (await runJson('show', '1')).review.mailbox;
    expect(rows.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    );
    expect((await runJson('show', '2')).review.mailbox.rows.at(-1)).toMatchObject({
      number: 1,
      kind: 'venue',
    });
  });
});
