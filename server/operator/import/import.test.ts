import { expect, test } from 'vitest';
import { maxSheetBytes } from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { type ChosenColumns, matchColumns } from './columns.ts';
import { surveySheet } from './import-sheet.ts';
import { type ReadRow, type RowRules, readPerson } from './read-person.ts';
import { readSheet, SheetError } from './read-sheet.ts';
import { undoImport } from './undo-import.ts';

const calendar = createCalendar('Australia/Sydney');
const nowMs = Date.parse('2026-11-27T00:00:00Z');

interface Choices {
  kind?: WaitlistKind;
  chosen?: ChosenColumns;
  dates?: RowRules['dates'];
  /** Bytes of one piece of the file. */
  pieceBytes?: number;
}

async function* pieces(bytes: Uint8Array, pieceBytes: number) {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}

/** What each row of a file becomes. */
async function read(
  file: string | Uint8Array,
  { kind = 'creator', chosen = {}, dates = 'day-first', pieceBytes = 64 * 1024 }: Choices = {},
): Promise<ReadRow[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const rows: ReadRow[] = [];
  let rules: RowRules | null = null;
  for await (const row of readSheet(pieces(bytes, pieceBytes))) {
    if (rules === null)
      rules = { kind, columns: matchColumns(row.cells, kind, chosen), dates, calendar, nowMs };
    else rows.push(readPerson(row, rules));
  }
  return rows;
}

/** The fields and the day of each row that is taken. */
const summarize = (rows: readonly ReadRow[]) =>
  rows.map((row) => {
    if (row === 'empty') return 'empty';
    if ('problems' in row) return row.problems;
    const { submission, appliedAtMs, state } = row.person;
    const at = appliedAtMs === null ? null : calendar.formatTime(appliedAtMs);
    return { ...submission.fields, at, ...(state === 'new' ? {} : { state }) };
  });

const ada = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  handle: '@ada',
  city: 'Perth',
  bio: 'Bars; "wine", and\nbread.',
};
const utf16 = (text: string, mark = true) => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
const utf16BigEndian = (text: string) => utf16(text).swap16();

/** Files as these tools write them. */
const files: readonly [string, string | Uint8Array, string | null][] = [
  [
    'Excel, CSV UTF-8',
    '\uFEFFName,Email,Handle,City,Bio\r\nAda Lovelace,ada@example.com,@ada,Perth,"Bars; ""wine"", and\nbread."\r\n',
    null,
  ],
  [
    'Excel where the comma is the decimal sign',
    '\uFEFFName;Email;Instagram;City;Bio\r\nAda Lovelace;ada@example.com;@ada;Perth;"Bars; ""wine"", and\nbread."\r\n',
    null,
  ],
  [
    'Excel, Unicode text',
    utf16(
      'Name\tEmail\tHandle\tCity\tBio\r\nAda Lovelace\tada@example.com\t@ada\tPerth\t"Bars; ""wine"", and\nbread."\r\n',
    ),
    null,
  ],
  [
    'UTF-16, the other order',
    utf16BigEndian(
      'Name\tEmail\tHandle\tCity\tBio\r\nAda Lovelace\tada@example.com\t@ada\tPerth\t"Bars; ""wine"", and\nbread."\r\n',
    ),
    null,
  ],
  [
    'Google Sheets',
    'Full name,Email address,TikTok handle,Town,About you\r\nAda Lovelace,ada@example.com,@ada,Perth,"Bars; ""wine"", and\nbread."',
    null,
  ],
  [
    'Google Forms',
    'Timestamp,Email Address,Your name,Your Instagram or TikTok handle,Where are you based?,Tell us about yourself\n03/11/2026 9:15:00,ada@example.com,Ada Lovelace,@ada,Perth,"Bars; ""wine"", and\nbread."\n',
    '2026-11-03 09:15',
  ],
  [
    'Typeform',
    '#,First name,Last name,Email,Instagram username,City,Short bio,Submit Date (UTC)\nabc,Ada,Lovelace,ada@example.com,@ada,Perth,"Bars; ""wine"", and\nbread.",2026-11-03 09:15:00\n',
    '2026-11-03 09:15',
  ],
  [
    'Tally',
    'Submission ID,Respondent ID,Submitted at,Name,Email,Instagram handle,City,Bio\nx1,r1,2026-11-02T22:15:00Z,Ada Lovelace,ada@example.com,@ada,Perth,"Bars; ""wine"", and\nbread."\n',
    '2026-11-03 09:15',
  ],
  [
    "this program's own export",
    `\uFEFFnumber,id,kind,received (Australia/Sydney),name,email,handle,city,bio,state\r\n1,x,creator,2026-11-03 09:15:00,Ada Lovelace,ada@example.com,'@ada,Perth,"Bars; ""wine"", and\nbread.",new\r\n`,
    '2026-11-03 09:15',
  ],
];

test.each(files)('a sheet of %s is read', async (_tool, file, at) => {
  expect(summarize(await read(file))).toMatchObject([{ ...ada, at }]);
});

test('a sheet is read the same in pieces of any size', async () => {
  for (const [, file] of files) {
    const whole = summarize(await read(file));
    for (const pieceBytes of [1, 2, 3, 7]) expect(summarize(await read(file, { pieceBytes }))).toEqual(whole);
  }
});

test('who is decided about while an import is taken back stays, and that is said', async () => {
  const about = { kind: 'creator', file: 'list.csv' } as const;
  const found = [
    { ...about, people: 5, touched: 0 },
    { ...about, people: 2, touched: 2 },
  ];
  const steps = [3, 0];
  const result = await undoImport(
    {
      findImport: async () => found.shift() ?? null,
      undoImport: async () => ({ people: steps.shift() ?? 0, dates: 0 }),
    },
    'import',
  );
  expect(result).toEqual({ problem: expect.stringMatching(/^3 people deleted; 2 stay/) });
});

test('columns with other headings are chosen by them', async () => {
  const sheet = 'Who,Reach me at,Your @,Joined\nAda,ada@example.com,@ada,invited\n';
  const chosen = { name: 'Who', email: 'reach me at', handle: 'Your @', state: 'Joined' };
  expect(summarize(await read(sheet, { chosen }))).toMatchObject([
    { name: 'Ada', email: 'ada@example.com', handle: '@ada', state: 'invited', bio: '' },
  ]);
});

test.each([
  ['Email,Instagram,Handle\na@example.com,@other,@ada\n', { handle: '@ada' }],
  [
    'Location,About me,E-mail,Email,Short bio,City\nx,x,x,a@example.com,Bars.,Perth\n',
    { bio: 'Bars.', city: 'Perth' },
  ],
])('a field’s own name or label goes before the headings of other tools: %j', async (sheet, fields) => {
  expect(summarize(await read(sheet))).toMatchObject([{ email: 'a@example.com', ...fields }]);
});

test('what led people here is read from its columns, cleaned, and cut where it is too long', async () => {
  const sheet = `Email,utm_source,Medium,UTM_campaign\na@example.com, Insta\u202Egram ,,${'x'.repeat(101)}\nb@example.com,,,\n`;
  expect(await read(sheet)).toMatchObject([
    { person: { submission: { source: 'Instagram', medium: null, campaign: 'x'.repeat(100) } } },
    { person: { submission: { source: null, medium: null, campaign: null } } },
  ]);
});

test('what a form requires may be missing in a sheet, the email not; limits of length hold', async () => {
  const sheet = `Name,Email,City,Venue name\n,bo@example.com,,\nBo,,,\nBo,no address,,\n,,,\nBo,x@example.com,${'c'.repeat(201)},\n`;
  expect(summarize(await read(sheet, { kind: 'venue' }))).toMatchObject([
    { name: '', email: 'bo@example.com', message: '' },
    [{ row: 3, column: 'B', reason: 'Please fill in this field.' }],
    [{ row: 4, column: 'B', reason: 'Must be an email address.' }],
    'empty',
    [{ row: 6, column: 'C', reason: 'May have at most 200 characters.' }],
  ]);
});

test.each([
  ['03/11/2026 9:15:00', 'day-first', '2026-11-03 09:15'],
  ['03/11/2026 9:15:00', 'month-first', '2026-03-11 09:15'],
  ['3.11.2026', 'day-first', '2026-11-03 00:00'],
  ['11/3/2026 9:15 PM', 'month-first', '2026-11-03 21:15'],
  ['2026-11-03', 'day-first', '2026-11-03 00:00'],
  ['2026-11-03T09:15:00+11:00', 'day-first', '2026-11-03 09:15'],
  ['2026-11-03 09:15:00 UTC', 'day-first', '2026-11-03 20:15'],
  // The clock skips this hour in Sydney.
  ['2026-10-04 02:30', 'day-first', '2026-10-04 00:00'],
] as const)('the date %s, read %s, is %s', async (cell, dates, at) => {
  const [row] = summarize(await read(`Email,Submitted at\nada@example.com,${cell}\n`, { dates }));
  expect(row).toMatchObject({ at });
});

test.each(['13/13/2026', '31/02/2026', 'yesterday', '2027-01-01', '01/01/1970', '=NOW()'])(
  'the date %s is refused with its row and column',
  async (cell) => {
    const [row] = summarize(await read(`Email,Submitted at\nada@example.com,${cell}\n`));
    expect(row).toEqual([{ row: 2, column: 'B', reason: expect.stringMatching(/date/i) }]);
  },
);

test('a state that this program does not have is refused', async () => {
  const rows = await read('Email,Status\nada@example.com,completed\n', { chosen: { state: 'Status' } });
  expect(summarize(rows)).toMatchObject([[{ row: 2, column: 'B', reason: expect.stringContaining('new') }]]);
});

test('a formula stays text, and so do marks of direction and quotes inside a value', async () => {
  const sheet =
    'Name,Email,Bio\n"=HYPERLINK(""http://x"")",ada@example.com,\u202eevil\nA "quoted" name,bo@example.com,\'apostrophe\n';
  expect(summarize(await read(sheet))).toMatchObject([
    { name: '=HYPERLINK("http://x")', bio: '\u202eevil' },
    { name: 'A "quoted" name', bio: "'apostrophe" },
  ]);
});

test('the same row has the same key, another row another one', async () => {
  const keys = async (sheet: string) =>
    (await read(sheet)).map((row) =>
      row !== 'empty' && 'person' in row ? row.person.submission.idempotencyKey : '',
    );
  const [one, other] = await keys('Email,Bio\nada@example.com,x\nada@example.com,y\n');
  const [again] = await keys('Bio;Email\nx;ada@example.com\n');
  expect(one).not.toBe(other);
  expect(again).toBe(one);
});

test.each([
  ['an empty file', '', 'empty'],
  ['only a mark', '\uFEFF', 'empty'],
  ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0, 0]), 'CSV UTF-8'],
  ['UTF-16 without a mark', utf16('Email\nada@example.com\n', false), 'CSV UTF-8'],
  ['Latin-1', Buffer.from('Email,City\nada@example.com,Z\u00fcrich\n', 'latin1'), 'CSV UTF-8'],
  ['a NUL', 'Email\nada@example.com\0\n', 'CSV UTF-8'],
  ['a cell of 10 MB', `Email,Bio\nada@example.com,"${'x'.repeat(10_000_000)}"\n`, 'Row 2 is larger'],
  ['a quote that is not closed', 'Email,Bio\nada@example.com,"x\n', 'not closed'],
  ['no email', 'Name,City\nAda,Perth\n', '"Name", "City"'],
  ['two columns of emails', 'Email,City,Email\na@example.com,x,b@example.com\n', 'Columns A and C'],
  ['a heading without end', `Email,${':'.repeat(1_000)}x\n`, 'The heading of column B is longer than 1,000'],
  ['too many columns', `${'x,'.repeat(500)}Email\n`, 'Row 1 has more than 500 columns'],
])('%s is refused with what to do', async (_what, file, sentence) => {
  const reading = read(file);
  await expect(reading).rejects.toThrow(SheetError);
  await expect(reading).rejects.toThrow(sentence);
});

test('a sheet may have 500 columns, a heading 1,000 characters, and a row a million', async () => {
  const headings = ['Email', ':'.repeat(1_000), ...Array<string>(498).fill('x')];
  const cells = ['ada@example.com', 'x'.repeat(1_000_000)];
  expect(summarize(await read(`${headings.join(',')}\n${cells.join(',')}\n`))).toMatchObject([
    { email: 'ada@example.com' },
  ]);
});

const survey = (text: string, maxMemoryMiB?: number) =>
  surveySheet(
    {
      file: Buffer.from(text),
      kind: 'creator',
      dates: 'day-first',
      nowMs,
      timeZone: 'UTC',
      chosen: {},
      ...(maxMemoryMiB && { maxMemoryMiB }),
    },
    { findKnownPeople: async () => [] },
    () => undefined,
  );

test.each([
  ['a heading of colons', (bytes: number) => `Email,${':'.repeat(bytes / 5)}x\n`, 'column B is longer'],
  ['a heading of brackets', (bytes: number) => `Email,${' ('.repeat(bytes / 10)}x\n`, 'column B is longer'],
  ['headings of nothing', (bytes: number) => `Email${';'.repeat(bytes)}\n`, 'Row 1 has more than 500'],
  ['a row of nothing', (bytes: number) => `Email;x\n${';'.repeat(bytes)}\n`, 'Row 2 has more than 500'],
  ['a quote that is not closed', (bytes: number) => `Email,x\n"${'a'.repeat(bytes)}`, 'Row 2 is larger'],
  ['quotes', (bytes: number) => `Email,x\n${'"'.repeat(bytes)}`, 'Row 2'],
  ['refused rows', (bytes: number) => `Email\n${'x\n'.repeat(bytes / 32)}`, null],
] as const)(
  'of a long sheet with %s the thread that answers visitors notices nothing',
  async (_what, make, sentence) => {
    const sheet = make(maxSheetBytes - 20);
    const before = process.threadCpuUsage();
    const surveyed = survey(sheet);
    if (sentence === null) expect(await surveyed).toMatchObject({ people: 0 });
    else await expect(surveyed).rejects.toThrow(sentence);
    const { user, system } = process.threadCpuUsage(before);
    // Microseconds. Read in this thread, the first took 5 s.
    expect(user + system).toBeLessThan(200_000);
  },
);

test('a sheet for which the memory of its thread does not suffice is refused', async () => {
  const sheet = 'Email\nada@example.com\nADA@example.com\n';
  await expect(survey(sheet, 6)).rejects.toThrow(SheetError);
  await expect(survey(sheet, 6)).rejects.toThrow('Divide it into several files');
  expect(await survey(sheet)).toMatchObject({ people: 2, known: 1 });
});

test('the separator is found beside headings that are long together', async () => {
  const headings = ['Email', ...Array.from({ length: 20 }, (_, index) => `${'x'.repeat(100)}${index}`)];
  expect(summarize(await read(`${headings.join(';')}\nada@example.com\n`))).toMatchObject([
    { email: 'ada@example.com' },
  ]);
});

test('a chosen column that is not there is named, with those that are', async () => {
  const reading = read('Email,City\na@example.com,Perth\n', { chosen: { handle: 'Insta' } });
  await expect(reading).rejects.toThrow('no column "Insta". Its columns are "Email", "City".');
});
