import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';

/** What stands in a CSV file, by RFC 4180. */
function parseCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

describeOnEachEngine('export', (cli) => {
  const { accept, fail, run } = cli;

  test('export answers who applied from Melbourne this week, as a spreadsheet', async () => {
    const bio = 'Says "hi",\nlikes; food';
    await accept('venue', venue);
    await accept('creator', { ...creator, name: '東京 👩🏽‍🍳', city: ' melbourne' });
    const options = '--city Melbourne --since 7d --all -o melbourne.csv'.split(' ');
    await accept('creator', { ...creator, email: 'other@example.com', city: 'Melbourne', bio });
    await accept('creator', { ...creator, email: 'other@example.com', name: '=HYPERLINK("http://x")', bio });
    const { exitCode, out, err } = await run(['export', ...options]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
    expect(err).toBe(`2 applicants written to ${join(cli.folder, 'melbourne.csv')}.\n`);

    const csv = await readFile(join(cli.folder, 'melbourne.csv'), 'utf8');
    expect(csv.startsWith('\uFEFFnumber,id,kind,received (Australia/Sydney),name,')).toBe(true);
    const [header = [], ...rows] = parseCsv(csv);
    const cell = (row: number, name: string) => rows[row]?.[header.indexOf(name)];
    expect(rows).toHaveLength(2);
    expect(cell(1, 'name')).toBe(`'=HYPERLINK("http://x")`);
    expect(cell(1, 'handle')).toBe(`'@ada`);
    expect(cell(1, 'bio')).toBe(bio);
    expect(cell(1, 'applications')).toBe('2');
    expect(cell(0, 'received (Australia/Sydney)')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(cell(0, 'name')).toBe('東京 👩🏽‍🍳');
    expect((await stat(join(cli.folder, 'melbourne.csv'))).mode & 0o777).toBe(0o600);
    await fail(['export', '-o', 'melbourne.csv'], 'exists already');
  });

  test('export has a person once, with the state, who decided when, whether they know, and the notes', async () => {
    await accept('creator', { ...creator, city: 'Perth' });
    await accept('creator', creator);
    await run(['shortlist', '2', '--note', 'Good light'], { env: { SUDO_USER: 'ada' } });
    await run(['note', '1', 'Met', 'her.'], { env: { SUDO_USER: 'bo' } });
    await run(['decline', '2'], { env: { SUDO_USER: 'ada' } });
    const read = async (...options: string[]) => {
      const [header = [], ...rows] = parseCsv((await run(['export', '--all', ...options])).out.slice(1));
      return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
    };
    const [person, ...others] = await read('--review', 'declined');
    expect(others).toEqual([]);
    expect(person).toMatchObject({
      number: '2',
      city: 'Melbourne',
      applications: '2',
      state: 'declined',
      'decided by': 'ada',
      'decided (Australia/Sydney)': expect.stringMatching(/^\d{4}-/),
      told: 'not told',
      notes: expect.stringMatching(/^ada, .+: Good light\nbo, .+: Met her\.$/),
    });
    const applications = await read('--applications');
    expect(applications.map(({ number, city, state }) => [number, city, state])).toEqual([
      ['2', 'Melbourne', 'declined'],
      ['1', 'Perth', 'declined'],
    ]);
    const { out } = await run(['export', '--all', '-f', 'json']);
    expect(JSON.parse(out)).toMatchObject([
      { number: 2, applications: 2, state: 'declined', notes: [{ by: 'ada' }, { by: 'bo' }] },
    ]);
  });

  test('an export is safe to give to a partner unless it names other columns, in any format, a line a person or an application', async () => {
    await accept('creator', creator);
    await accept('creator', { ...creator, name: 'Ada Lovelace' });
    const env = { SUDO_USER: 'grace' };
    await run(['decline', '2', '--note', 'Too loud'], { env });
    await run(['note', '1', 'Met', 'her.'], { env });
    const internal = /grace|Too loud|Met her|declined|not told|first|delivery|quarantine/i;
    for (const options of [[], ['--applications'], ['-f', 'json'], ['-f', 'json', '--applications']]) {
      const { out } = await run(['export', ...options]);
      expect(out).toContain(creator.email);
      expect(out).not.toMatch(internal);
    }
    const whole = (await run(['export', '--all', '-f', 'json'])).out;
    for (const word of ['grace', 'Too loud', 'Met her', 'declined', 'not-told', 'delivery'])
      expect(whole).toContain(word);
    const [header] = parseCsv((await run(['export'])).out.slice(1));
    expect(header?.join()).toBe(
      'number,kind,received (Australia/Sydney),name,email,handle,venueName,website,city,bio,message',
    );
  });

  test('an export has the columns that are named, in their order, and no others', async () => {
    await accept('creator', creator);
    await run(['decline', '1', '--note', 'Too loud'], { env: { SUDO_USER: 'grace' } });
    const { out } = await run(['export', '--columns', 'City, decided by,name,decided,name']);
    const [header, row] = parseCsv(out.slice(1));
    expect(header).toEqual(['city', 'decided by', 'name', 'decided (Australia/Sydney)']);
    expect(row).toEqual([creator.city, 'grace', creator.name, expect.stringMatching(/^\d{4}-/)]);
    const json = JSON.parse((await run(['export', '--columns', 'number,decided,state', '-f', 'json'])).out);
    expect(json).toEqual([{ number: 1, decidedAt: expect.stringMatching(/Z$/), state: 'declined' }]);
    expect((await run(['export', '--columns', 'notes'])).out).toContain('Too loud');
    const refused = async (...options: string[]) => (await run(['export', ...options])).err;
    expect(await refused('--columns', 'name,emial')).toContain('no column "emial". Did you mean "email"?');
    expect(await refused('--columns', 'name,,')).toContain('there is no column ""');
    expect(await refused('--columns', 'name', '--all')).toContain('either --columns or --all');
  });

  test('export follows no link of its name', async () => {
    const other = join(cli.folder, 'other');
    await writeFile(other, 'kept');
    await symlink(other, join(cli.folder, 'link.csv'));
    expect((await run(['export', '-o', 'link.csv'])).err).toContain('exists already');
    expect(await readFile(other, 'utf8')).toBe('kept');
  });

  test('export sorts by city and takes a day up to its last moment, by the clock of TIME_ZONE', async () => {
    await accept('venue', venue);
    await accept('creator', creator);
    const env = { TIME_ZONE: 'UTC' };
    const [header = [], ...rows] = parseCsv(
      (await run(['export', '--sort', 'city', '--until', 'today'], { env })).out,
    );
    expect(rows.map((row) => row[header.indexOf('city')])).toEqual(['Melbourne', 'Zürich']);
    const received = rows[0]?.[header.indexOf('received (UTC)')] ?? '';
    expect(Math.abs(Date.parse(`${received.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(60_000);
    const [, ...earlier] = parseCsv((await run(['export', '--until', '1d'], { env })).out);
    expect(earlier).toEqual([]);
  });

  test('export as JSON has the values as they were sent, the same each time, beyond a batch', async () => {
    const odd = { ...creator, name: '=1+1 \u0007 \u202e علي' };
    await accept('creator', odd);
    await Promise.all(
      Array.from({ length: 1_200 }, (_, index) =>
        accept('venue', { ...venue, email: `${index}@example.com` }),
      ),
    );
    const { out } = await run(['export', '--all', '--format', 'json']);
    const submissions = JSON.parse(out);
    expect(submissions).toHaveLength(1_201);
    expect(submissions[0].fields).toMatchObject(odd);
    for (const character of ['\u0007', '\u202e']) expect(out).not.toContain(character);
    const numbers = submissions.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
    expect((await run(['export', '--all', '--format', 'json'])).out).toBe(out);
    const forPartner = JSON.parse((await run(['export', '--format', 'json'])).out);
    expect(forPartner[0]).toMatchObject({
      number: 1,
      ...odd,
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(JSON.parse((await run(['export', '-f', 'json', '--kind', 'contact'])).out)).toEqual([]);
  });
});
