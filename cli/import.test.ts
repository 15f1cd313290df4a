import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/cli-fixture.ts';
import { importOf } from '#test/sample-imports.ts';

describeOnEachEngine('import', (cli) => {
  const now = () => new Date('2026-11-27T00:00:00Z');
  const sheet = [
    'Name,Email,Instagram handle,City,Bio,Submitted at,Status',
    'Ada,ada@example.com,@ada,Perth,"Bars, and\nbread",13/11/2026 9:15,invited',
    'Bo,bo@example.com,,Sydney NSW,,,',
    'Ada again,ADA@example.com,,Sydney,,,',
    'Cy,not an address,,,,,',
    'Known,known@example.com,,Hobart,,,',
    ',,,,,,',
  ].join('\n');
  const write = async (text: string, name = 'list.csv') => {
    await writeFile(join(cli.folder, name), text);
    return name;
  };
  const importSheet = (...argv: string[]) =>
    cli.run(['import', 'list.csv', '--kind', 'creator', '--column', 'Status=state', ...argv], { now });
  const listed = async () =>
    JSON.parse((await cli.run(['export', '--format', 'json'])).out).map(({ name }: { name: string }) => name);

  test('shows what it would do first, then stores the new people with their dates, and sends nothing', async () => {
    await cli.accept('creator', { name: 'Known', email: 'known@example.com' });
    await write(sheet);
    const dry = await importSheet('--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, err: '' });
    expect(dry.out).toMatch(
      /Ada · ada@example\.com · @ada · Perth · Bars, and bread · 2026-11-13 09:15 · invited/,
    );
    expect(dry.out).toMatch(/Row 5, B +Must be an email address/);
    expect(dry.out).toMatch(/To import +2\n/);
    expect(dry.out).toMatch(/Known already +2\n/);
    expect(await listed()).toEqual(['Known']);

    const done = await importSheet('--yes');
    expect(done).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(/^This import is \S+\. .* --id \S+ goes on/),
    });
    expect(done.out).toContain('2 creators imported');
    expect((await listed()).sort()).toEqual(['Ada', 'Bo', 'Known']);
    const [ada] = JSON.parse((await cli.run(['list', '--text', 'ada', '--json'])).out).applicants;
    expect(ada).toMatchObject({ state: 'invited', told: { status: 'told', at: null } });
    expect((await cli.run(['show', String(ada.number)])).out).toMatch(/^Review .*; told elsewhere$/m);
    const { channels, medianToDecisionMs } = await cli.runJson('stats');
    // The message of the one who applied by the form.
    expect(channels).toContainEqual(expect.objectContaining({ channel: 'waitlist', waiting: 1 }));
    expect(JSON.stringify(channels)).not.toContain('letters');
    expect(medianToDecisionMs).toBeNull();
  });

  test('says of each column what it is taken for, and a column is chosen by its heading or letter, or left out', async () => {
    await write('Who,Notes,Notes,Reach me at\nAda,x,y,nobody yet\nBo,,,bo@example.com\n');
    const asked = await cli.run(['import', 'list.csv', '--kind', 'creator', '--dry-run']);
    expect(asked).toMatchObject({ exitCode: 1, err: expect.stringContaining('=email') });
    expect(asked.out).toMatch(/^A +Who \(Ada \| Bo\) → left out\nB +Notes \(x\) → left out$/m);
    const chosen = ['--column', 'Who=name', '--column', 'C=bio', '--column', 'Reach me at=email'];
    const shown = await cli.run(['import', 'list.csv', '--kind', 'creator', '--dry-run', ...chosen]);
    expect(shown.out).toMatch(/^A +Who \(Ada \| Bo\) → name$/m);
    expect(shown.out).toMatch(
      /^C +Notes \(y\) → bio\nD +Reach me at \(nobody yet \| bo@example.com\) → email$/m,
    );
    const other = await cli.run(['import', 'list.csv', '--kind', 'venue', '--dry-run', ...chosen]);
    expect(other).toMatchObject({ exitCode: 1, err: expect.stringContaining('A venue has no bio') });
  });

  test('asks how dates are read where no row settles it, and whoever has none that can be read has the day of the import', async () => {
    await write('Email,Date\nada@example.com,03/11/2026\nbo@example.com,last week\ncy@example.com,\n');
    const run = (...argv: string[]) =>
      cli.run(['import', 'list.csv', '--kind', 'creator', '--yes', ...argv], { now });
    const asked = await run();
    expect(asked).toMatchObject({ exitCode: 1, err: expect.stringContaining('--dates month-first') });
    expect(await listed()).toEqual([]);
    const done = await run('--dates', 'month-first');
    expect(done.out).toMatch(/^Row 3, B +"last week" is no date .* They are taken all the same\.$/m);
    expect(done.out).toMatch(/^Date not known +2; /m);
    expect((await cli.run(['show', '1'])).out).toMatch(/Came +imported from list\.csv by [^;]*$/m);
    for (const number of ['2', '3'])
      expect((await cli.run(['show', number])).out).toContain('; when they applied is not known');
    await cli.run(['add', '--kind', 'creator', '--email', 'di@example.com']);
    expect((await cli.run(['show', '4'])).out).not.toContain('is not known');
  });

  test('writes the rows that cannot be taken to a new file, which comes in when it is corrected', async () => {
    await write(sheet);
    const done = await importSheet('--yes', '--rejected', 'rejected.csv');
    expect(done).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(/^1 row written to .*rejected\.csv\./),
    });
    const file = join(cli.folder, 'rejected.csv');
    const written = await readFile(file, 'utf8');
    expect(written).toMatch(/Status,Not taken because\r\nCy,not an address,,,,,,"Row 5, column B: Must be/);
    await writeFile(file, written.replace('not an address', 'cy@example.com'));
    const again = await cli.run(['import', 'rejected.csv', '--kind', 'creator', '--yes'], { now });
    expect(again.out).toContain(
      'H  Not taken because (Row 5, column B: Must be an email address.) → left out',
    );
    expect(await listed()).toContain('Cy');
    await cli.fail(
      ['import', 'list.csv', '--kind', 'creator', '--yes', '--rejected', 'rejected.csv'],
      'exists already',
    );
  });

  test('started again it imports nobody twice; without a date it is refused', async () => {
    await write(sheet);
    await importSheet('--yes');
    expect((await importSheet('--yes')).out).toContain('0 creators imported');
    expect((await listed()).length).toBe(3);
    await write('Email\nbo@example.com\n');
    await cli.fail(['import', 'list.csv', '--kind', 'creator', '--yes'], 'nobody to import');
  });

  test('of people who are all on the list brings their earlier days', async () => {
    for (const name of ['Ada', 'Bo']) await cli.accept('creator', { name, email: `${name}@example.com` });
    await write('Email,Date\nbo@example.com,2025-05-01\n');
    await cli.run(['import', 'list.csv', '--kind', 'creator', '--yes']);
    expect(await listed()).toEqual(['Bo', 'Ada']);
    const day = await cli.run(['list', '--sort', 'oldest', '--per-page', '1']);
    expect(day.out, 'the day by which they are the first').toContain('2025');
    expect((await cli.run(['list'])).out).not.toContain('2025');
  });

  test('that was broken off goes on with its id, answers for the whole, and is in the list with what became of it', async () => {
    await write(sheet);
    await cli.accept('creator', { name: 'Known', email: 'known@example.com' });
    const id = '0199d1f0-7a3c-7c44-9a51-3f0a2b6c8d10';
    // Its first batch alone.
    await cli.store.importPeople(importOf(['ada@example.com'], { id, file: 'list.csv' }));
    expect((await cli.runJson('imports')).imports).toMatchObject([{ id, people: 1, endedAt: null }]);
    expect((await cli.run(['imports'])).out).toMatch(/list\.csv +creator +ada +1 +not completed +0199d1f0/);
    await write('Email\nx@example.com\n', 'other.csv');
    await cli.fail(
      ['import', 'other.csv', '--kind', 'creator', '--yes', '--id', id],
      'is the import of list.csv',
    );
    const missing = 'There is no import one; "imports" lists them.';
    await cli.fail(['import', 'list.csv', '--kind', 'creator', '--id', 'one'], missing);
    await cli.fail(['import', '--undo', 'one'], missing);
    await cli.fail(['import', 'list.csv', '--kind', 'creator', '--id', randomUUID()], 'There is no import');
    const { imported, known } = JSON.parse((await importSheet('--id', id, '--yes', '--json')).out);
    expect({ imported, known }).toEqual({ imported: 2, known: 2 });
    expect((await cli.run(['imports'])).out).toMatch(/ 2 +completed /);
    expect((await importSheet('--id', id, '--yes')).err).toContain('is completed');
    expect((await cli.run(['import', '--undo', id, '--yes'])).out).toContain('2 people deleted');
    expect((await cli.run(['imports'])).out).toMatch(/ 0 +taken back /);
    expect((await cli.run(['import', '--undo', id, '--yes'])).err).toContain('taken back already');
    expect((await importSheet('--id', id, '--yes')).err).toContain('was taken back');
  });

  test('leaves out who asked to be erased, and says how many; the team adds one of them by hand', async () => {
    await write(sheet);
    expect((await cli.run(['imports'])).out).toBe('There are no imports.\n');
    for (const email of ['ada@example.com', 'known@example.com']) await cli.store.erase(email);
    expect((await importSheet('--dry-run')).out).toContain('2 people asked to be erased and are left out.');
    const { out } = await importSheet('--yes');
    expect(out).toContain('1 creator imported. 2 people asked to be erased and are left out.');
    expect(await listed()).toEqual(['Bo']);
    const ada = ['add', '--kind', 'creator', '--email', 'Ada@example.com', '--name', 'Ada'];
    await cli.fail(ada, '--although-erased');
    expect((await cli.run([...ada, '--although-erased'])).exitCode).toBe(0);
    expect((await listed()).sort()).toEqual(['Ada', 'Bo']);
  });

  test('is taken back whole while nobody was decided about, and not after', async () => {
    await write(sheet);
    const { id } = JSON.parse((await importSheet('--yes', '--json')).out);
    await cli.run(['shortlist', '2', '--yes']);
    const refused = await cli.run(['import', '--undo', id, '--yes']);
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('1 person of this import') });
    expect((await listed()).length).toBe(3);

    await write('Email\nnew@example.com\nother@example.com\n');
    const second = JSON.parse(
      (await cli.run(['import', 'list.csv', '--kind', 'venue', '--yes', '--json'], { now })).out,
    );
    expect((await listed()).length).toBe(5);
    expect((await cli.run(['import', '--undo', second.id, '--yes'])).out).toContain('2 people deleted');
    expect((await listed()).length).toBe(3);
    expect((await cli.run(['import', '--undo', second.id, '--yes'])).err).toContain('no such import');
  });

  test('is taken back as an import, and a wave as a wave', async () => {
    await write(sheet);
    const { id } = JSON.parse((await importSheet('--yes', '--json')).out);
    await cli.fail(['reopen', '--wave', id, '--yes'], `import --undo ${id}`);
    const { err } = await cli.run(['shortlist', '--review', 'new', '--yes']);
    const [, wave = ''] = /reopen --wave (\S+)$/m.exec(err) ?? [];
    await cli.fail(['import', '--undo', wave, '--yes'], `There is no import ${wave}`);
    expect((await cli.run(['reopen', '--wave', wave, '--yes'])).out).toContain('2 decisions taken back');
  });

  test('names what is wrong with the file or the command', async () => {
    await cli.fail(['import', 'missing.csv', '--kind', 'venue'], 'cannot be read (ENOENT)');
    await write('Name,City\nAda,Perth\n');
    await cli.fail(['import', 'list.csv', '--kind', 'venue'], '--column "Reach me at=email"');
    expect((await cli.run(['import', 'list.csv'])).exitCode).toBe(2);
    expect((await cli.run(['import', 'list.csv', '--kind', 'venue', '--column', 'x'])).err).toContain(
      'HEADING=FIELD',
    );
  });
});

describeOnEachEngine('add', (cli) => {
  test('stores somebody who sent no form, marked with who added them, and posts them only when asked', async () => {
    const added = await cli.run([
      'add',
      '--kind',
      'venue',
      '--email',
      'vi@example.com',
      '--venue-name',
      'Bar Vi',
    ]);
    expect(added).toMatchObject({ exitCode: 0, out: 'Added as #1.\n' });
    const shown = await cli.run(['show', '1']);
    expect(shown.out).toMatch(/Bar Vi/);
    expect(shown.out).toMatch(/Came +added by /);
    expect(shown.out).toMatch(/Slack message +none/);
    expect(await cli.runJson('stats')).toMatchObject({ channels: [{ waiting: 0 }, { waiting: 0 }] });
    await cli.fail(['add', '--kind', 'venue', '--email', 'VI@example.com'], 'on the list already');
    await cli.run(['add', '--kind', 'creator', '--email', 'cy@example.com', '--to-slack']);
    expect(await cli.runJson('stats')).toMatchObject({ channels: [{ waiting: 1 }, { waiting: 0 }] });
  });

  test('refuses what a form would refuse, and a field of another kind', async () => {
    await cli.fail(['add', '--kind', 'creator', '--email', 'nobody'], '--email: Must be an email address');
    await cli.fail(['add', '--kind', 'creator', '--name', 'Ada'], '--email: Please fill in this field');
    const foreign = await cli.run([
      'add',
      '--kind',
      'creator',
      '--email',
      'a@example.com',
      '--venue-name',
      'x',
    ]);
    expect(foreign).toMatchObject({ exitCode: 2, err: expect.stringContaining('has no --venue-name') });
  });
});
