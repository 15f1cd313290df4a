import { expect, test } from 'vitest';
import { describeUndone, maxSheetBytes } from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { type CallContext, CallError } from '#server/operator/call.ts';
import { importSheet } from '#server/operator/calls/import-sheet.ts';
import { readSheet as readSheetCall } from '#server/operator/calls/read-sheet.ts';
import { refusedRows } from '#server/operator/calls/refused-rows.ts';
import { undoImport } from '#server/operator/calls/undo-import.ts';
import { toSheetTask } from '#server/operator/sheet-input.ts';
import type { OperatorStore } from '#server/store/store.ts';
import { ada as reviewer } from '#test/sample-decisions.ts';
import { type ChosenColumns, matchColumns } from './columns.ts';
import { zoneOfHeading } from './read-date.ts';
import { readInThread } from './read-in-thread.ts';
import { type ReadRow, type RowRules, readPerson } from './read-person.ts';
import { readSheet } from './read-sheet.ts';
import { orderOf, surveyColumns } from './survey-columns.ts';

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
  { kind = 'creator', chosen = [], dates, pieceBytes = 64 * 1024 }: Choices = {},
): Promise<ReadRow[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const surveyed = await surveyColumns(readSheet(pieces(bytes, pieceBytes)));
  const columns = matchColumns(surveyed, kind, chosen);
  const dated = surveyed[columns.date ?? -1];
  const rules: RowRules = {
    kind,
    columns,
    dates: dates ?? (dated && orderOf(dated)) ?? 'day-first',
    timeZone: zoneOfHeading(dated?.heading ?? '') ?? calendar.timeZone,
    nowMs,
  };
  const rows: ReadRow[] = [];
  for await (const row of readSheet(pieces(bytes, pieceBytes)))
    if (row.number > 1) rows.push(readPerson(row, rules));
  return rows;
}

/** The fields and the day of each row that is taken. */
const summarize = (rows: readonly ReadRow[]) =>
  rows.map((row) => {
    if (typeof row === 'string') return row;
    if ('problems' in row) return row.problems;
    const { submission, appliedAtMs, state } = row.person;
    const at = appliedAtMs === null ? null : calendar.formatSheetTime(appliedAtMs).replace(/:00$/, '');
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
    '2026-11-03 20:15',
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

const undo = (store: Pick<OperatorStore, 'findImport' | 'undoImport'>) => {
  const context = { store: { ...store, endImport: async () => undefined }, progress() {} };
  const request = { changeId: '1', importId: '1' };
  return undoImport.answer(request, context as unknown as CallContext, reviewer);
};

test('who is decided about while an import is taken back stays, and that is said', async () => {
  const about = { kind: 'creator', file: 'list.csv', isEnded: true, isUndone: false } as const;
  const found = [
    { ...about, people: 5, touched: 0 },
    { ...about, people: 2, touched: 2 },
  ];
  const steps = [3, 0];
  const result = await undo({
    findImport: async () => found.shift() ?? null,
    undoImport: async () => ({ people: steps.shift() ?? 0, dates: 0 }),
  });
  expect(describeUndone(result)).toMatch(/^3 people deleted; 2 stay/);
});

test('an import of which only the earlier days are left is taken back to its end', async () => {
  const found = {
    kind: 'creator',
    file: 'list.csv',
    isEnded: true,
    isUndone: true,
    people: 0,
    touched: 0,
  } as const;
  const undoWith = (steps: number[]) =>
    undo({
      findImport: async () => found,
      undoImport: async () => ({ people: 0, dates: steps.shift() ?? 0 }),
    });
  const steps = [200, 7, 0];
  expect(await undoWith(steps)).toEqual({ deleted: 0, left: 0 });
  expect(steps).toEqual([]);
  await expect(undoWith([0])).rejects.toThrow('taken back already');
});

test('columns with other headings are chosen by them', async () => {
  const sheet = 'Who,Reach me at,Your @,Joined\nAda,ada@example.com,@ada,invited\n';
  const chosen: ChosenColumns = [
    { column: 'Who', meaning: 'name' },
    { column: 'reach me at', meaning: 'email' },
    { column: 'C', meaning: 'handle' },
    { column: 3, meaning: 'state' },
  ];
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
  ['2026-09-04 19:53:12+10:00', 'day-first', '2026-09-04 19:53:12'],
  ['2026/10/12 11:20:18 AM GMT+10', 'day-first', '2026-10-12 12:20:18'],
  ['2026/10/12 12:20:18 am GMT-3:30', 'month-first', '2026-10-12 14:50:18'],
  ['September 29, 2026 4:05 PM', 'day-first', '2026-09-29 16:05'],
  ['Sept 29 2026', 'day-first', '2026-09-29 00:00'],
  ['Tue, 29 Sep 2026 09:15:00 +1000', 'day-first', '2026-09-29 09:15'],
  ['Tue Sep 29 2026 09:15:00 GMT+1000 (Australian Eastern Standard Time)', 'day-first', '2026-09-29 09:15'],
  ['26/9/2026 1:19am', 'day-first', '2026-09-26 01:19'],
  ['2026-11-02T22:15:00.123Z', 'day-first', '2026-11-03 09:15'],
  ['1793657700', 'day-first', '2026-11-03 09:15'],
  ['1793657700123', 'month-first', '2026-11-03 09:15'],
  // The clock skips this hour in Sydney.
  ['2026-10-04 02:30', 'day-first', '2026-10-04 03:30'],
] as const)('the date %s, read %s, is %s', async (cell, dates, at) => {
  const [row] = summarize(await read(`Email,Submitted at\nada@example.com,"${cell}"\n`, { dates }));
  expect(row).toMatchObject({ at });
});

test.each([
  '13/13/2026',
  '31/02/2026',
  'yesterday',
  '2027-01-01',
  '01/01/1970',
  '=NOW()',
  'Sma 29 2026',
  '2026-09-29 13:00 PM',
  '2026-09-29 25:00',
  '2026-09-29 10:00 XYZ',
  '2026-09-29 10:00 GMT+99',
  '2026-09-29 and more',
  '03/11/26',
  '179365770',
])('of the date %s there is a warning with its row and column, and the person is taken', async (cell) => {
  const [row] = await read(`Email,Submitted at\nada@example.com,${cell}\n`);
  expect(row).toMatchObject({
    person: { appliedAtMs: null },
    warnings: [{ row: 2, column: 'B', reason: expect.stringMatching(/date/i) }],
  });
});

test.each([
  ['Submit Date (UTC)', '2026-11-03 20:15'],
  ['Created (GMT+10)', '2026-11-03 10:15'],
  ['received (Europe/Berlin)', '2026-11-03 19:15'],
  ['Submit Date (optional)', '2026-11-03 09:15'],
])('below the heading %s a time without a zone is at %s', async (heading, at) => {
  const sheet = (cell: string) => `Email,${heading}\nada@example.com,${cell}\n`;
  expect(summarize(await read(sheet('2026-11-03 09:15')))).toMatchObject([{ at }]);
  expect(summarize(await read(sheet('2026-11-03 09:15 UTC')))).toMatchObject([{ at: '2026-11-03 20:15' }]);
});

test('a state that this program does not have is refused', async () => {
  const rows = await read('Email,Status\nada@example.com,completed\n', {
    chosen: [{ column: 'Status', meaning: 'state' }],
  });
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
      typeof row !== 'string' && 'person' in row ? row.person.submission.idempotencyKey : '',
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
  [
    'a quote that is not closed',
    `Email,Bio\n${'a@example.com,x\n'.repeat(500)}ada@example.com,"x\n${'b@example.com,x\n'.repeat(500)}`,
    'In row 502 a quote (") is opened and not closed',
  ],
  [
    'a quote that is not closed for a million characters',
    `Email,Bio\n${'a@example.com,x\n'.repeat(50)}ada@example.com,"x\n${'b@example.com,x\n'.repeat(80_000)}`,
    'Row 52 is larger',
  ],
  ['a heading without end', `Email,${':'.repeat(1_000)}x\n`, 'The heading of column B is longer than 1,000'],
  ['too many columns', `${'x,'.repeat(500)}Email\n`, 'Row 1 has more than 500 columns'],
])('%s is refused with what to do', async (_what, file, sentence) => {
  const reading = read(file);
  await expect(reading).rejects.toThrow(CallError);
  await expect(reading).rejects.toThrow(sentence);
});

test('a sheet may have 500 columns, a heading 1,000 characters, and a row a million', async () => {
  const headings = ['Email', ':'.repeat(1_000), ...Array<string>(498).fill('x')];
  const cells = ['ada@example.com', 'x'.repeat(1_000_000)];
  expect(summarize(await read(`${headings.join(',')}\n${cells.join(',')}\n`))).toMatchObject([
    { email: 'ada@example.com' },
  ]);
});

const sheetOf = (text: string, { chosen = [], ...dates }: Pick<Choices, 'chosen' | 'dates'> = {}) => ({
  sheet: Buffer.from(text),
  kind: 'creator' as const,
  chosen: [...chosen],
  ...dates,
});
const contextWith = (store: object) =>
  ({ store, calendar: createCalendar('UTC'), now: () => nowMs, progress() {} }) as unknown as CallContext;
const nobodyKnown = { findKnownPeople: async () => [], findErasedPeople: async () => [] };

const survey = (text: string, choices: Pick<Choices, 'chosen' | 'dates'> = {}) =>
  readSheetCall.answer(sheetOf(text, choices), contextWith(nobodyKnown), reviewer);

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
  const task = toSheetTask(sheetOf(sheet), contextWith(nobodyKnown));
  const reading = Array.fromAsync(readInThread({ ...task, maxMemoryMiB: 6 }));
  await expect(reading).rejects.toThrow(CallError);
  await expect(reading).rejects.toThrow('Divide it into several files');
  expect(await survey(sheet)).toMatchObject({ people: 2, known: 1 });
});

test('the separator is found beside headings that are long together', async () => {
  const headings = ['Email', ...Array.from({ length: 20 }, (_, index) => `${'x'.repeat(100)}${index}`)];
  expect(summarize(await read(`${headings.join(';')}\nada@example.com\n`))).toMatchObject([
    { email: 'ada@example.com' },
  ]);
});

test('no email column, or two, is asked for with all columns, and nobody is imported meanwhile', async () => {
  const importPeople = async () => expect.unreachable();
  const store = {
    importPeople,
    findImport: async () => null,
    readWave: async () => ({ decisions: 0 }),
    endImport: async () => undefined,
  };
  for (const text of [
    'Name,Town\nAda,Perth\nBo,"Perth, WA"\nCy,\n',
    'Email,Email\na@example.com,b@example.com\n',
  ]) {
    expect(await survey(text)).toMatchObject({ people: 0, questions: [{ about: 'email' }] });
    const sheet = { importId: '1', fileName: 'x.csv', ...sheetOf(text) };
    await expect(importSheet.answer(sheet, contextWith(store), reviewer)).rejects.toThrow(
      'which column holds the email',
    );
  }
  expect((await survey('Name,Town,,\nAda,Perth,,\nBo,"Perth, WA",,x\nCy,,,\n')).columns).toEqual([
    { place: 0, heading: 'Name', examples: ['Ada', 'Bo'], meaning: 'name' },
    { place: 1, heading: 'Town', examples: ['Perth', 'Perth, WA'], meaning: 'city' },
    { place: 3, heading: '', examples: ['x'], meaning: null },
  ]);
});

test('a column that is chosen or left out is that, what it was taken for goes to another, and none is chosen twice', async () => {
  const text = 'Email,Email,City,Town\na@example.com,b@example.com,Perth,Hobart\n';
  const meanings = async (...chosen: ChosenColumns) =>
    (await survey(text, { chosen })).columns.map(({ meaning }) => meaning);
  expect(await meanings({ column: 1, meaning: 'email' })).toEqual([null, 'email', 'city', null]);
  expect(await meanings({ column: 'City', meaning: 'none' })).toEqual([null, null, null, 'city']);
  const twice = meanings({ column: 'A', meaning: 'email' }, { column: 'B', meaning: 'email' });
  await expect(twice).rejects.toThrow('Column B or its field "email" was chosen twice');
  await expect(meanings({ column: 'Email', meaning: 'email' })).rejects.toThrow(
    'Columns A and B are both headed',
  );
  await expect(meanings({ column: 'A', meaning: 'venueName' })).rejects.toThrow('A creator has no venueName');
});

test('all dates of a sheet are read in the order that one of them settles, and otherwise it is asked', async () => {
  const sheet = (...dates: string[]) =>
    `Email,Date\n${dates.map((date, index) => `${index}@example.com,${date}\n`).join('')}`;
  const days = async (text: string, dates?: 'day-first' | 'month-first') => {
    const { first, questions } = await survey(text, dates && { dates });
    return questions.length > 0
      ? questions
      : first.map(({ appliedAtMs }) => appliedAtMs && new Date(appliedAtMs).toISOString().slice(5, 10));
  };
  expect(await days(sheet('03/04/2026', '12/12/2026', '13/04/2026'))).toEqual(['04-03', null, '04-13']);
  expect(await days(sheet('03/04/2026 9:15', '04/13/2026'))).toEqual(['03-04', '04-13']);
  const question = (example: string) => [{ about: 'dates', column: 'B', example }];
  expect(await days(sheet('04/04/2026', '12/04/2026'))).toEqual(question('"12/04/2026"'));
  expect(await days(sheet('13/04/2026', '04/13/2026'))).toEqual(question('"13/04/2026"'));
  expect(await days(sheet('04/04/2026', '2026-05-04'))).toEqual(['04-04', '05-04']);
  expect(await days(sheet('04/03/2026', '04/13/2026'), 'day-first')).toEqual(['03-04', null]);
  expect(await days(sheet('13/04/2026', '04/13/2026'), 'month-first')).toEqual([null, '04-13']);
});

test('the rows that cannot be taken are a sheet with the reasons, which comes in when it is corrected', async () => {
  const text =
    'Email,Bio,Response Type\nnobody,"=1, ""x""",completed\nada@example.com,x,completed\nbo@x.example,x,partial\nb@@x.example,y,completed,behind\n';
  const refused = async (sheet: string) => {
    const { body } = await refusedRows.answer(sheetOf(sheet), contextWith(nobodyKnown), reviewer);
    return (await Array.fromAsync(body)).join('');
  };
  const first = await refused(text);
  expect(first.split('\r\n')).toEqual([
    '\uFEFFEmail,Bio,Response Type,,Not taken because',
    `nobody,"'=1, ""x""",completed,,"Row 2, column A: Must be an email address."`,
    'b@@x.example,y,completed,behind,"Row 5, column A: Must be an email address."',
    '',
  ]);
  const corrected = first.replace('nobody', 'no@example.com');
  expect((await refused(corrected)).split('\r\n').slice(1)).toEqual([
    'b@@x.example,y,completed,behind,"Row 3, column A: Must be an email address."',
    '',
  ]);
  expect(await survey(corrected)).toMatchObject({
    people: 1,
    first: [{ values: ['no@example.com', '=1, "x"'] }],
    refused: 1,
  });
  expect(await survey(text)).toMatchObject({ people: 1, partial: 1, refused: 2 });
});

test('a chosen column that is not there is named, with those that are', async () => {
  const reading = read('Email,City\na@example.com,Perth\n', {
    chosen: [{ column: 'Insta', meaning: 'handle' }],
  });
  await expect(reading).rejects.toThrow('no column "Insta". Its columns are "Email", "City".');
});
