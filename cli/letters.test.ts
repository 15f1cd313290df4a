import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLetterComposer } from '#server/mail/compose-letter.ts';
import { creator, setUpCli, venue } from '#test/cli-fixture.ts';
import { halt, park } from '#test/job-claims.ts';
import { startMailServer } from '#test/mail-server.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { sampleRecipient } from './preview-letter.ts';

describe('letters', () => {
  const cli = setUpCli('sqlite');
  const { fail, run, runJson } = cli;
  const { siteUrl, timeZone } = readConfig({});
  const compose = createLetterComposer({ siteUrl, timeZone });
  const toVenue = compose('invited', sampleRecipient('venue', new Date()));

  test('preview-letter writes both parts and the picture, and sends nothing', async () => {
    const folder = join(cli.folder, 'letters');
    const { files } = await runJson('preview-letter', '--output', folder);
    expect(files).toHaveLength(11);
    expect(readFileSync(join(folder, 'letter-venue-receipt.txt'), 'utf8')).toMatch(
      /^Subject: .+\n\nBar Cento/,
    );
    const declined = readFileSync(join(folder, 'letter-creator-declined.txt'), 'utf8');
    expect(declined).toMatch(/^Subject: .+\n\n(.*\n)*.*Ada/);
    expect(declined).not.toMatch(/[{}*]/);
    const html = readFileSync(join(folder, 'letter-creator.html'), 'utf8');
    expect(html).toContain('Ada Okafor');
    expect(html).toContain('src="invitation.png"');
    expect(readFileSync(join(folder, 'letter-venue.txt'), 'utf8')).toContain(`Subject: ${toVenue.subject}\n`);
    const other = join(cli.folder, 'other');
    writeFileSync(other, 'kept');
    rmSync(join(folder, 'letter-venue.html'));
    symlinkSync(other, join(folder, 'letter-venue.html'));
    expect((await runJson('preview-letter', '--kind', 'venue', '-o', folder)).files).toHaveLength(6);
    expect(readFileSync(join(folder, 'letter-venue.html'), 'utf8')).toContain('Bar Cento');
    expect(readFileSync(other, 'utf8'), 'a link is replaced, not followed').toBe('kept');
    expect((await run(['preview-letter', '--kind', 'contact'])).exitCode).toBe(2);
    await cli.accept('venue', { ...venue, venueName: 'Bar Lune' });
    const own = await runJson('preview-letter', '1', '-o', folder);
    expect(own.files).toHaveLength(6);
    expect(readFileSync(join(folder, 'letter-venue.html'), 'utf8')).toContain('Bar Lune');
    expect((await run(['preview-letter', '1', '--kind', 'venue'])).exitCode).toBe(2);
    await run(['add', '--kind', 'creator', '--name', 'Cy', '--email', 'cy@example.com']);
    const added = 'We added you to the waitlist';
    for (const args of [['2'], ['--added', '--kind', 'creator']]) {
      const { files: some } = await runJson('preview-letter', ...args, '-o', folder);
      expect(some.join()).not.toContain('receipt');
      for (const file of ['letter-creator.html', 'letter-creator.txt', 'letter-creator-declined.txt'])
        expect(readFileSync(join(folder, file), 'utf8')).toContain(added);
    }
    expect((await run(['preview-letter', '2', '--added'])).exitCode).toBe(2);
    const insideAFile = join(folder, 'letter-creator.html', 'x');
    expect((await run(['preview-letter', '--output', insideAFile])).err).toContain('could not be written');
  });

  test('test-mail sends one letter to oneself, marked as a test, and explains a refusal', async () => {
    const server = await startMailServer();
    const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Entrée <hello@entree.example>' };
    try {
      const sent = await run(['test-mail', 'me@example.com', '--kind', 'venue'], { env });
      expect(sent).toMatchObject({ exitCode: 0, out: expect.stringContaining('took the test letter') });
      expect(server.received[0]?.mail.subject).toBe(`Test: ${toVenue.subject}`);
      server.queueFaults({ at: 'recipient', status: 550, words: '5.1.1 me@example.com unknown' });
      const refused = await run(['test-mail', 'me@example.com'], { env });
      expect(refused).toMatchObject({ exitCode: 1, err: 'The test letter was not sent.\n' });
      expect(refused.out).toContain('What happened: The mail server says that the address does not exist');
      expect(refused.out).toContain('What to do:');
    } finally {
      await server.close();
    }
    await fail(['test-mail', 'me@example.com'], 'SMTP_URL');
    expect((await run(['test-mail', 'nobody'], { env })).exitCode).toBe(2);
  });

  test('stats names parked and halted letters; retry sends them again', async () => {
    const claim = () => cli.claim('letters');
    for (const end of [
      async () => park(cli.store, await claim(), 'mail_recipient_refused 550 5.1.1'),
      async () => halt(cli.store, await claim(), 'mail_login_refused 535'),
    ]) {
      const id = await cli.accept('creator', { ...creator, email: `${randomUUID()}@example.com` });
      await cli.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
      await end();
    }
    const { out } = await run(['stats']);
    expect(out).toContain('1 letter parked: #1.');
    expect(out).toContain('Letters are HALTED (mail_login_refused 535).');
    expect((await runJson('stats')).channels).toContainEqual(
      expect.objectContaining({ channel: 'letters', waiting: 1, parked: 1, parkedSequences: [1] }),
    );
    expect(await runJson('retry', '1')).toMatchObject({
      resumed: [{ channel: 'letters', haltedReason: 'mail_login_refused 535' }],
      dueNow: expect.arrayContaining([{ channel: 'letters', count: 1 }]),
    });
    for (let count = 0; count < 2; count += 1) await park(cli.store, await claim(), 'refused');
    expect(await runJson('retry', '--parked')).toMatchObject({ dueNow: [{ channel: 'letters', count: 2 }] });
  });
});
