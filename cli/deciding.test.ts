import { expect, test } from 'vitest';
import { contact, creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { finish } from '#test/job-claims.ts';
import { newDecision } from '#test/sample-decisions.ts';

const mail = { SMTP_URL: 'smtps://user:secret@smtp.example.com', MAIL_FROM: 'hello@entree.example' };

describeOnEachEngine('deciding about applicants', (cli) => {
  const { accept, fail, run, runJson } = cli;

  test('shortlist, decline and reopen take the numbers of the messages, and keep a history; only several are a wave', async () => {
    await accept('creator', creator);
    await accept('venue', venue);
    expect(await run(['shortlist', '1', '#2', '--note', 'Good light'])).toMatchObject({
      exitCode: 0,
      out: '2 applicants shortlisted.\n',
    });
    expect((await runJson('list', '--review', 'shortlisted', '--kind', 'venue')).applicants).toMatchObject([
      { number: 2 },
    ]);
    expect(await run(['decline', '1'], { env: { SUDO_USER: 'ada' } })).toMatchObject({
      out: '1 applicant declined.\n',
    });
    expect(await run(['reopen', '1'])).toMatchObject({ out: '1 applicant reopened.\n' });
    const { review } = await runJson('show', '1');
    expect(review.decisions).toMatchObject([
      { to: 'shortlisted', note: 'Good light', actor: { way: 'cli' }, wave: expect.any(String) },
      { from: 'shortlisted', to: 'declined', note: null, actor: { way: 'cli', id: 'ada' }, wave: null },
      { from: 'declined', to: 'new', wave: null },
    ]);
    const { out } = await run(['show', '1']);
    expect(out).toMatch(/^Review +new by .+ on the command line, \d{4}-/m);
    expect(out).toMatch(/shortlisted → declined, ada on the command line/);
    expect(out).toMatch(/^ +Good light$/m);
  });

  test('invite shows whom and asks first; no changes nothing', async () => {
    await accept('creator', creator);
    const { exitCode, out, err } = await run(['invite', '1'], { typed: 'n\n' });
    expect(exitCode).toBe(1);
    expect(out).toMatch(/Ada +ada@example\.com +creator +Melbourne +new/);
    expect(err).toContain(
      'Invite 1 applicant? No letter is sent, because SMTP_URL and MAIL_FROM are not set',
    );
    expect(err).toContain('Nothing was changed.');
    expect((await run(['invite', '1'])).exitCode).toBe(2);
    expect((await runJson('show', '1')).reviewState).toBe('new');
  });

  test('joined marks who was onboarded, whom the lists, the counts and the export have then', async () => {
    await accept('creator', creator);
    await accept('venue', { ...venue, city: creator.city });
    await run(['invite', '1', '2', '--yes']);
    expect(await run(['joined', '1'])).toMatchObject({ out: '1 applicant marked as joined.\n' });
    expect((await runJson('list', '--review', 'joined')).applicants).toMatchObject([{ number: 1 }]);
    const { states, cities } = await runJson('stats');
    expect(states).toMatchObject([
      { kind: 'creator', state: 'joined', count: 1 },
      { kind: 'venue', state: 'invited', count: 1 },
    ]);
    expect(cities).toMatchObject([{ creator: { joined: 1 }, venue: { invited: 1 }, creatorsPerVenue: 1 }]);
    expect((await run(['stats'])).out).toMatch(/New +Shortlisted +Invited +Joined +Declined +All/);
    expect((await run(['export', '--review', 'joined', '--all'])).out).toContain(',joined,');
    expect((await run(['joined', '--review', 'invited', '--yes'])).out).toContain('1 applicant marked as');
  });

  test('who was declined and applied again is said to, counts as new, and can be declined again', async () => {
    await accept('creator', creator);
    await run(['decline', '1']);
    await accept('creator', { ...creator, city: 'Perth' });
    const { applicants } = await runJson('list', '--review', 'new');
    expect(applicants).toMatchObject([{ number: 2, state: 'declined', appliedAgain: true }]);
    expect((await run(['list'])).out).toContain('declined, applied again');
    expect((await run(['export', '--all'])).out).toContain('"declined, applied again"');
    expect((await run(['show', '2'])).out).toMatch(/^Review +declined by .+; applied again$/m);
    expect((await runJson('stats')).states).toMatchObject([
      { kind: 'creator', state: 'new', count: 1, appliedAgain: 1 },
    ]);
    expect((await run(['stats'])).out).toContain('Applied again since the last decision: 1.');
    expect(await run(['decline', '2'])).toMatchObject({ out: '1 applicant declined.\n' });
    expect((await run(['list', '--review', 'new'])).out).toContain('No applicants match');
    expect((await run(['export', '--all'])).out).toContain(',declined,');
  });

  test('with mail it says that letters are sent, and queues one for each', async () => {
    await accept('creator', creator);
    await accept('venue', venue);
    const dry = await run(['invite', '1', '2', '--dry-run'], { env: mail });
    expect(dry.out).toContain(
      'Nothing was changed. Without --dry-run: invite 2 applicants. A letter is sent to each.',
    );
    expect(JSON.stringify((await runJson('stats')).states)).not.toContain('invited');
    const { out, err } = await run(['invite', '1', '2'], { env: mail, typed: 'y\n' });
    expect(err).toContain('Invite 2 applicants? A letter is sent to each.');
    expect(out).toContain('2 applicants invited, 2 letters queued.');
    const { review } = await runJson('show', '1');
    expect(review.letters).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await run(['reopen', '1']);
    expect((await run(['show', '1'])).out).toMatch(
      /^Letter +cancelled, [-\d]{10} [:\d]{5}: another decision followed$/m,
    );
  });

  test('who is in that state already is told and left alone', async () => {
    await accept('creator', creator);
    await accept('venue', venue);
    await run(['decline', '1'], { env: { SUDO_USER: 'ada' } });
    const { out } = await run(['decline', '1', '2']);
    expect(out).toMatch(/already declined by ada on the command line/);
    expect(out).toContain('1 applicant declined.\n');
  });

  test('what somebody else decided between the question and the yes is not overwritten', async () => {
    const id = await accept('creator', creator);
    await fail(['invite', '1'], '#1: decided about meanwhile: declined by ada in Slack', {
      typed: 'y\n',
      env: mail,
      onAsked: async () => void (await cli.store.decide(newDecision({ id }, { to: 'declined' }))),
    });
    expect((await runJson('show', '1')).review.letters).toEqual([]);
  });

  test('an application is invited by its own number and name, and a newer one with its email is named', async () => {
    await accept('creator', { ...creator, name: 'Jane' });
    await accept('creator', { ...creator, name: 'Pay here to be let in' });
    const { out } = await run(['invite', '1', '--yes'], { env: mail });
    expect(out).toMatch(/1 +Jane .+\(a newer application: #2\)/);
    expect(out).not.toContain('Pay here');
  });

  test('who is named by two applications is one applicant', async () => {
    for (const city of ['Melbourne', 'Perth']) await accept('creator', { ...creator, city });
    expect(await run(['shortlist', '1', '2'])).toEqual({
      exitCode: 0,
      out: '1 applicant shortlisted.\n',
      err: '',
    });
  });

  test('an application that comes between the question and the yes is told, and nobody is invited', async () => {
    await accept('creator', creator);
    await fail(['invite', '1'], '#1: an application with this email came meanwhile (#2)', {
      typed: 'y\n',
      env: mail,
      onAsked: async () => void (await accept('creator', { ...creator, name: 'Somebody else' })),
    });
    expect((await runJson('show', '1')).review.letters).toEqual([]);
  });

  test('contact messages are answered, and nothing else is', async () => {
    await accept('contact', contact);
    await accept('creator', creator);
    expect((await run(['answer', '1'])).out).toBe('1 message marked as answered.\n');
    expect((await runJson('list', '--kind', 'contact', '--review', 'new')).total).toBe(0);
    await fail(
      ['invite', '2', '1', '--yes'],
      '#1 cannot become invited: a contact message is new or answered.',
    );
    expect((await runJson('show', '2')).reviewState).toBe('new');
    expect((await run(['reopen', '1'])).out).toBe('1 message reopened.\n');
  });

  test('note adds to the history', async () => {
    await accept('creator', creator);
    expect((await run(['note', '1', 'Met', 'her.'])).out).toBe('Noted about #1.\n');
    const { out } = await run(['show', '1']);
    expect(out).toMatch(/note, .+ on the command line\n +Met her\./);
    expect((await run(['note', '1'])).exitCode).toBe(2);
    expect((await run(['note', '9', 'x'])).err).toContain('There is no submission #9.');
    expect((await run(['note', '1', 'x'.repeat(2_001)])).err).toContain('at most 2,000');
  });

  test('prune deletes who was declined long ago, and nobody else', async () => {
    await accept('creator', creator);
    await accept('venue', venue);
    // Who applied again since stands in New.
    await accept('creator', { ...creator, email: 'cy@example.com' });
    await run(['decline', '1', '3']);
    await accept('creator', { ...creator, email: 'cy@example.com' });
    for (let sent = 0; sent < 4; sent += 1) await finish(cli.store, await cli.claim());
    const { out } = await run(['prune', '--review', 'declined', '--older-than', '365d', '--yes'], {
      now: () => new Date(Date.now() + 400 * 86_400_000),
    });
    expect(out).toBe('1 submission deleted.\n');
    expect((await runJson('list')).applicants).toMatchObject([{ number: 4 }, { number: 2 }]);
  });
});
