import { expect, test } from 'vitest';
import type { WaitlistKind } from '#contract/submission.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import type { CallContext } from '#server/operator/call.ts';
import { importSheet } from '#server/operator/calls/import-sheet.ts';
import type { PeopleImport } from '#server/store/queries/imports.ts';
import { ada } from '#test/sample-decisions.ts';
import type { ImportedPerson } from './read-person.ts';

const calendar = createCalendar('Australia/Sydney');

/** What a file of a tool becomes, without any choice. */
async function importFile(text: string, kind: WaitlistKind) {
  const people: ImportedPerson[] = [];
  const store = {
    findImport: async () => null,
    readWave: async () => ({ decisions: 0 }),
    async importPeople(batch: PeopleImport) {
      people.push(...(batch.people as ImportedPerson[]));
      return { imported: batch.people.map(({ applicant }) => applicant.subject), erased: [] };
    },
    endImport: async () => undefined,
  };
  const context = { store, calendar, now: () => Date.parse('2026-11-27T00:00:00Z'), progress() {} };
  const sheet = { importId: 'import', fileName: 'x.csv', kind, chosen: [], sheet: Buffer.from(text) };
  const report = await importSheet.answer(sheet, context as unknown as CallContext, ada);
  const taken = people.map(({ submission, appliedAtMs }) => ({
    ...Object.fromEntries(Object.entries(submission.fields).filter(([, value]) => value !== '')),
    at: appliedAtMs === null ? null : calendar.formatSheetTime(appliedAtMs),
  }));
  return { report, taken };
}

const bom = '\uFEFF';

/** Headings and forms of values of real exports; the people are invented. */
const exports: readonly [tool: string, WaitlistKind, text: string, taken: object[]][] = [
  [
    'Typeform, with whole questions and a partial response',
    'creator',
    `#,What's your full name?,Which email should we write to?,What's your Instagram handle?,Which city are you in?,Tell us a bit about yourself,How many followers do you have on TikTok?,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags
k1,Tala Iosefa,tala@example.com,@tala,Perth,Long lunches,12,completed,2026-10-01 09:00:01,,2026-10-01 09:01:44,n1,
k2,Half Done,half@example.com,,,,,partial,2026-10-01 10:00:01,2026-10-01 10:01:00,,n2,
`,
    [
      {
        name: 'Tala Iosefa',
        email: 'tala@example.com',
        handle: '@tala',
        city: 'Perth',
        bio: 'Long lunches',
        at: '2026-10-01 19:01:44',
      },
    ],
  ],
  [
    "Typeform's contact block",
    'venue',
    `#,First name,Last name,Phone number,Email,Company,Response Type,Start Date (UTC),Stage Date (UTC),Submit Date (UTC),Network ID,Tags
k1,Tala,Iosefa,'+61400000000,tala@example.com,Bar Tala,completed,2026-10-01 09:00:01,,2026-10-01 09:01:44,n1,
`,
    [{ name: 'Tala Iosefa', email: 'tala@example.com', venueName: 'Bar Tala', at: '2026-10-01 19:01:44' }],
  ],
  [
    'Tally, with a column for each choice',
    'creator',
    `Submission ID,Respondent ID,Submitted at,Your name,Email,Which city are you in?,Which city are you in? (Perth),Which city are you in? (Hobart),Submission status
s1,r1,2026-09-14 08:57:30,Tala Iosefa,tala@example.com,Perth,true,false,Completed
s2,r2,2026-09-14 08:58:30,Half Done,half@example.com,Perth,true,false,Partial
`,
    [{ name: 'Tala Iosefa', email: 'tala@example.com', city: 'Perth', at: '2026-09-14 08:57:30' }],
  ],
  [
    'Google Forms, downloaded responses',
    'creator',
    `"Timestamp","Username","What is your name?","Instagram"
"2026/10/12 11:20:18 AM GMT+10","tala@example.com","Tala Iosefa","@tala"
"2026/10/12 1:20:18 PM GMT+11","bo@example.com","Bo","@bo"
`,
    [
      { name: 'Tala Iosefa', email: 'tala@example.com', handle: '@tala', at: '2026-10-12 12:20:18' },
      { name: 'Bo', email: 'bo@example.com', handle: '@bo', at: '2026-10-12 13:20:18' },
    ],
  ],
  [
    'Google Forms, a linked sheet of an account in Australia',
    'venue',
    `Timestamp,Email Address,What is your venue called?,Tell us about your venue
09/10/2026 5:30:04,tala@example.com,Bar Tala,Small
18/09/2026 5:30:04,bo@example.com,Bo's,Large
`,
    [
      { email: 'tala@example.com', venueName: 'Bar Tala', message: 'Small', at: '2026-10-09 05:30:04' },
      { email: 'bo@example.com', venueName: "Bo's", message: 'Large', at: '2026-09-18 05:30:04' },
    ],
  ],
  [
    'Google Forms, a linked sheet of an account in the United States',
    'creator',
    `Timestamp,Email Address,City
9/10/2026 5:30:04,tala@example.com,Perth
9/18/2026 5:30:04,bo@example.com,Hobart
`,
    [
      { email: 'tala@example.com', city: 'Perth', at: '2026-09-10 05:30:04' },
      { email: 'bo@example.com', city: 'Hobart', at: '2026-09-18 05:30:04' },
    ],
  ],
  [
    'Airtable',
    'creator',
    `${bom}Name,Email,Instagram,Photo,Created
Tala Iosefa,tala@example.com,@tala,me.jpg (https://files.example/me.jpg),26/9/2026 1:19am
`,
    [{ name: 'Tala Iosefa', email: 'tala@example.com', handle: '@tala', at: '2026-09-26 01:19:00' }],
  ],
  [
    'Notion',
    'creator',
    `${bom}Name,Tags,City,Created time,Email
Tala Iosefa,"Waitlist, VIP",Perth,"September 29, 2026 4:05 PM",tala@example.com
`,
    [{ name: 'Tala Iosefa', email: 'tala@example.com', city: 'Perth', at: '2026-09-29 16:05:00' }],
  ],
  [
    'Luma',
    'creator',
    `api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,What is your Instagram?
gst-1,,Tala,Iosefa,tala@example.com,+61400000000,2026-09-28T22:15:00.123Z,pending_approval,@tala
gst-2,Bo,,,bo@example.com,,2026-09-28T22:16:00.000Z,declined,
`,
    [
      { name: 'Tala Iosefa', email: 'tala@example.com', handle: '@tala', at: '2026-09-29 08:15:00' },
      { name: 'Bo', email: 'bo@example.com', at: '2026-09-29 08:16:00' },
    ],
  ],
  [
    'Mailchimp',
    'creator',
    `Email Address,First Name,Last Name,City,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,TAGS
tala@example.com,Tala,Iosefa,Perth,2,2026-08-01 10:00:00,,2026-08-01 10:05:00,"""Waitlist"",""VIP"""
`,
    [{ name: 'Tala Iosefa', email: 'tala@example.com', city: 'Perth', at: '2026-08-01 10:00:00' }],
  ],
  [
    'HubSpot',
    'venue',
    `Record ID,First Name,Last Name,Email,Create Date,Lead Status,Company,Website URL
101,Tala,Iosefa,tala@example.com,2026-10-30 11:57,New,Bar Tala,https://bar.example
`,
    [
      {
        name: 'Tala Iosefa',
        email: 'tala@example.com',
        venueName: 'Bar Tala',
        website: 'https://bar.example',
        at: '2026-10-30 11:57:00',
      },
    ],
  ],
  [
    'Eventbrite',
    'creator',
    `Order #,Order Date,First Name,Last Name,Email,Ticket Type,Attendee Status
1,2026-09-04 19:53:12+10:00,Tala,Iosefa,tala@example.com,Free,Attending
`,
    [{ name: 'Tala Iosefa', email: 'tala@example.com', at: '2026-09-04 19:53:12' }],
  ],
];

test.each(exports)('an export of %s comes in without help', async (_tool, kind, text, taken) => {
  const imported = await importFile(text, kind);
  expect(imported.taken).toEqual(taken);
  expect(imported.report).toMatchObject({ refused: 0, undated: 0, warnings: [] });
  expect(imported.report.partial).toBe(/partial/i.test(text) ? 1 : 0);
});
