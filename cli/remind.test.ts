import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { creator, describeOnEachEngine } from '#test/cli-fixture.ts';
import { finish } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';

const mail = { SMTP_URL: 'smtps://user:secret@smtp.example.com', MAIL_FROM: 'hello@entree.example' };
const now = () => new Date('2026-11-25T12:00:00Z');

describeOnEachEngine('remind', (cli) => {
  const { accept, run, runJson } = cli;
  /** Invited and told, in the order of application. */
  async function inviteAll(...names: string[]) {
    const letters: string[] = [];
    for (const [n, name] of names.entries()) {
      await accept('creator', { ...creator, email: `${name}@example.com` });
      const letter = newLetter();
      await cli.store.decide(newDecision({ sequence: n + 1 }, { to: 'invited', letter }));
      await finish(cli.store, await cli.claim('letters'));
      letters.push(letter.id);
    }
    return letters;
  }

  test('shows whom, asks and sends; who was reminded is counted, and refused by name', async () => {
    const [first = ''] = await inviteAll('a', 'b', 'c');
    await cli.store.answerInvitation({ letter: first, answer: 'coming', sentence: null });
    const dry = await run(['remind', '--kind', 'creator', '--dry-run'], { env: mail, now });
    expect(dry.out).toContain('Without --dry-run: remind 2 applicants. A letter is sent to each.');
    const named = await run(['remind', '2', '--yes'], { env: mail, now });
    expect(named.out).toContain('1 applicant reminded, 1 letter queued.');
    const wave = await run(['remind', '--kind', 'creator'], { env: mail, now, typed: 'y\n' });
    expect(wave.err).toContain('Remind 1 applicant? A letter is sent.');
    expect(wave.out).toContain('1 creator. Melbourne 1. 1 was reminded already.');
    expect(wave.out).toContain('1 applicant reminded, 1 letter queued.');
    const again = await run(['remind', '--kind', 'creator', '--yes'], { env: mail, now });
    expect(again.err).toContain('has not answered. 2 were reminded already. Nothing was changed.');
    const refused = await run(['remind', '1', '2', '--yes'], { env: mail, now });
    expect(refused.err).toContain('#1: answered already. #2: reminded already. Nobody was reminded.');
    const shown = (await run(['show', '2'])).out;
    expect(shown).toContain('reminded, ');
    expect(shown).toMatch(/^Review +invited by ada in Slack, .*; told on /m);
    expect((await runJson('list')).applicants).toMatchObject(
      [3, 2, 1].map((number) => ({ number, decidedBy: 'ada' })),
    );
    expect((await run(['waves'])).out).toMatch(/Reminder/);
    expect((await run(['remind', '3', '--yes'])).err).toContain('Letters are not set up');
  });

  test('goes at a time, which is set again, and is taken back as a wave', async () => {
    await inviteAll('a', 'b');
    const at = (day: string, ...whom: string[]) =>
      run(['remind', ...whom, '--tell', `2026-12-${day} 10:00`, '--yes'], { env: mail, now });
    const made = await at('01', '--kind', 'creator');
    expect(made.out).toContain('2 applicants reminded, 2 letters queued.');
    expect((await at('02', '--kind', 'creator')).out).toContain('2 letters go on 2026-12-02 10:00');
    expect((await at('03', '2')).out).toContain('1 letter goes on 2026-12-03 10:00');
    const [{ id = '' } = {}] = (await runJson('waves')).waves;
    const undo = await run(['reopen', '--wave', id, '--yes'], { env: mail, now });
    expect(undo.out).toContain('2 decisions taken back.');
    expect((await run(['show', '2'])).out).toMatch(/ reminded, (.*\n)+.* letter stopped, /);
    expect((await runJson('list', '--review', 'invited', '--told', 'told')).total).toBe(2);
    expect((await at('01', '1', '2')).out).toContain('2 applicants reminded');
  });

  test('of a wave that was partly sent the rest is taken back; who was reminded is named, and nobody is advised to take invitations back', async () => {
    await inviteAll('a', 'b');
    const id = randomUUID();
    for (const sequence of [1, 2]) {
      const reminder = { to: 'invited', reminds: true, wave: id, letter: newLetter() } as const;
      await cli.store.decide(newDecision({ sequence }, reminder));
    }
    await finish(cli.store, await cli.claim('letters'));
    const undo = () => run(['reopen', '--wave', id], { env: mail, typed: 'y\n' });
    const first = await undo();
    expect(first.err).toContain(
      'Take 1 decision back? Sent already, and not taken back: #1. Letters that wait',
    );
    expect(first.out).toContain('1 decision taken back. Sent already, and not taken back: #1.\n');
    const second = await undo();
    expect(second.err).toContain('Nothing of this wave can be taken back.');
    expect(second.err).toContain('Sent already, and not taken back: #1.');
    expect(second.err).not.toContain('reopen');
    expect((await runJson('list', '--review', 'invited')).total).toBe(2);
  });
});
