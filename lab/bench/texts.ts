import { type FieldName, fieldNames, fieldTable } from '#contract/fields.ts';
import { maxBodyBytes } from '#contract/limits.ts';
import { submissionKinds, variantKey } from '#contract/submission.ts';
import { parseContact, parseWaitlist } from '#contract/submission-schema.ts';
import { fitName } from '#server/mail/compose-letter.ts';
import { composeMessage } from '#server/slack/compose-message.ts';
import { prepareSubmission } from '#server/store/queries/submission-rows.ts';
import { newSubmission, storedSubmission } from '#test/sample-submissions.ts';
import { type Finding, printFindings } from './results.ts';

/** The processor time that one accepted body costs, with the worst texts that were found: `docs/security.md`. */
const atMostMs = 5;
const rounds = 30;

const longest = (unit: string) => (characters: number) =>
  [...unit.repeat(Math.ceil(characters / [...unit].length))].slice(0, characters).join('');
/** Characters from this one on, each another. */
const distinct = (first: number, of: number, wordLength: number) => (characters: number) =>
  Array.from({ length: characters }, (_, index) =>
    index % wordLength === wordLength - 1
      ? ' '
      : String.fromCodePoint(first + ((index * 7 + Math.floor(index / of)) % of)),
  ).join('');

const textMakers: Record<string, (characters: number) => string> = {
  'Latin words': longest('a brunch with wine '),
  'one long word': longest('a'),
  spaces: (characters) => `a${' '.repeat(characters - 2)}b`,
  'line breaks': longest('a\r\n'),
  'marks in the order that is slowest to sort': (characters) =>
    '\u0f73'.repeat(characters / 2) + '\u0334'.repeat(characters / 2),
  'marks of five classes': longest('\u0345\u0315\u0301\u0316\u0334'),
  'letters with 27 marks each': longest(`a${'\u0345\u0315\u0334'.repeat(9)}`),
  'half-width voicing marks': longest('\uff9e\uff9f'),
  'ligatures of 18 letters': longest('\ufdfa'),
  'ligatures of 18 letters, as words': longest('\ufdfa '),
  'squared words': longest('\u3316'),
  'Hangul syllables': distinct(0xac00, 11_172, 2),
  'Han, each another': distinct(0x4e00, 20_000, 2),
  'Han of compatibility': distinct(0xf900, 256, 2),
  'Arabic forms': distinct(0xfb50, 600, 3),
  Devanagari: longest('क्ष'),
  Thai: longest('กำ'),
  Tibetan: longest('ཀ\u0f73\u0f75\u0f81'),
  Hebrew: longest('ש\u05bc\u05c1\u05b8'),
  Vietnamese: longest('Việt '),
  'mathematical letters': longest('\u{1d400}'),
  'İ, whose lower case is longer': longest('\u0130'),
  'capital sigmas': longest('Σ'),
  Deseret: longest('\u{10400}'),
  'signs, each another': distinct(0x2190, 3_000, 3),
  'signs that JSON and Slack escape': longest('"\\<&'),
  'emoji of several characters': longest('👩🏽‍🍳'),
  flags: longest('🇦'),
  'invisible characters': longest('\u200d'),
  'variation selectors': longest('\u{e0100}'),
  'lone surrogates': longest('\ud800'),
  'dots and states': longest('. (nsw'),
};

/** Mean processor time of this thread; the system counts it in steps of milliseconds. */
function measureMs(run: () => unknown): number {
  run();
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / rounds;
}

/** Taken, stored, posted and written a letter to; each field as long as it may be. */
function measureBody(make: (characters: number) => string): number {
  const costs = submissionKinds.map((kind) => {
    const texts = Object.fromEntries(
      fieldNames(kind).map((name) => [name, make(fieldTable[name].maxCharacters)]),
    ) as Partial<Record<FieldName, string>>;
    const fields = { ...texts, email: 'ada@example.com' };
    const body =
      kind === 'contact'
        ? fields
        : {
            ...Object.fromEntries(
              [...fieldNames('creator'), ...fieldNames('venue')].map((name) => [name, '']),
            ),
            ...fields,
            [variantKey]: kind === 'venue',
          };
    const json = JSON.stringify(body);
    return measureMs(() => {
      const parsed = (kind === 'contact' ? parseContact : parseWaitlist)(JSON.parse(json));
      if (parsed.ok) prepareSubmission({ ...newSubmission(), ...parsed.submission });
      composeMessage([storedSubmission({ kind, fields })], {
        consoleUrl: null,
        timeZone: 'UTC',
        hasButtons: false,
      });
      fitName(fields.name ?? '');
    });
  });
  return Math.max(...costs);
}

/** A body of the longest that is read, refused or not. */
function measureLongest(make: (characters: number) => string): number {
  const text = Buffer.from(make(maxBodyBytes))
    .subarray(0, maxBodyBytes - 200)
    .toString();
  const json = JSON.stringify({ name: text, email: text, message: '' });
  return measureMs(() => parseContact(JSON.parse(json)));
}

const findings: Finding[] = Object.entries(textMakers).map(([measure, make]) => ({
  measure,
  value: Math.max(measureBody(make), measureLongest(make)),
  target: { atMost: atMostMs },
}));
printFindings('Processor time of one body, ms', findings);
if (findings.some(({ value }) => value > atMostMs)) process.exitCode = 1;
