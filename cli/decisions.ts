import { isToldState, letterOf, type ReviewState, states } from '#contract/review.ts';
import { type Command, type CommandOption, defineCommand, UsageError } from './command.ts';
import { decideAbout, decisionOptions } from './decide-about.ts';
import { waveOptions } from './select-people.ts';
import { isAnyGiven } from './selection.ts';
import { undoWave } from './undo-wave.ts';

const waveOption = {
  value: 'ID',
  about:
    'all decisions of this wave, back to what was before, while nobody was told; of reminders those that were not sent',
} as const satisfies CommandOption;

const idIsAnyNumber =
  'ID is the number of any of their applications, as "list" and the message in Slack show it. Without IDs the filters of "list" select whom it is about, the oldest first: it asks, above 50 people twice, and prints the id of the wave, which "reopen --wave ID" takes back as a whole while nobody was told. If it is broken off, start it again with the same filters: it goes on.';

const { letter, tell, ...options } = decisionOptions;

/** In the order in which the help lists the commands. */
const helps: Readonly<Record<ReviewState, Pick<Command, 'summary' | 'details' | 'examples'>>> = {
  shortlisted: {
    summary: 'Shortlist applicants: a decision that sends nothing',
    details: idIsAnyNumber,
    examples: ['17', "17 18 --note 'Great photos'"],
  },
  invited: {
    summary: 'Invite applicants: shows whom, asks, then queues a letter to each where letters are set up',
    details: `${idIsAnyNumber} Letters are sent when SMTP_URL and MAIL_FROM are set; otherwise inviting is a state, and "export --review invited" makes the list for a mail merge. "reopen" stops a letter that is not on its way yet. For people whose letter waits, --tell sets another time.`,
    examples: [
      '17',
      '17 18 23 --dry-run',
      "17 --note 'Met at the opening' --yes",
      '--review shortlisted --kind creator --city sydney --limit 50 --tell "2026-12-01 10:00"',
      '--told waiting --tell "2026-12-01 12:00"',
    ],
  },
  joined: {
    summary: 'Mark applicants as joined, when they were onboarded; nothing is sent',
    details: idIsAnyNumber,
    examples: [
      '17',
      "17 18 --note 'At the opening'",
      '--answer coming --wave 7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d10 --dry-run',
    ],
  },
  declined: {
    summary: 'Decline applicants; nothing is sent to them, unless --letter is given',
    details: `${idIsAnyNumber} The words of the letter are in server/mail/letter-words.ts; "preview-letter" shows them.`,
    examples: ['17', "17 18 --note 'Not a bar'", '--review new --until 90d --letter --dry-run'],
  },
  new: {
    summary: 'Take decisions back: the applicants, or answered messages, are new again',
    details: `${idIsAnyNumber} A letter that is not on its way yet is cancelled; one that was sent cannot be.`,
    examples: ['17', '17 18', '--told waiting --city sydney', '--wave 7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d10'],
  },
  answered: {
    summary: 'Mark contact messages as answered; nothing is sent',
    details: '"list --kind contact --review new" lists what is to be answered; "reopen" undoes it.',
    examples: ['31', "31 32 --note 'By phone'"],
  },
};

/** A command that decides about the applicants with the given numbers, or about all that its filters select. */
const defineDecision = (to: ReviewState) =>
  defineCommand({
    ...helps[to],
    positionals: '[ID…]',
    options: {
      ...waveOptions,
      ...(letterOf(to) === 'when asked' && { letter }),
      ...(isToldState(to) && { tell }),
      ...(to === 'new' && { wave: waveOption }),
      ...options,
    },
    run: ({ wave, ...values }, ids, context) => {
      if (wave === undefined || to !== 'new') return decideAbout(to, { ...values, wave }, ids, context);
      if (ids.length > 0 || isAnyGiven(waveOptions, values) || values.note !== undefined)
        throw new UsageError('--wave takes the whole wave back; it takes no IDs, filters or note.');
      return undoWave(wave, values, context);
    },
  });

/** The decisions about applicants and contact messages, by their commands. */
export const decisions: Readonly<Record<string, Command>> = Object.fromEntries(
  (Object.keys(helps) as ReviewState[]).map((to) => [states[to].command, defineDecision(to)]),
);

export const remind = defineCommand({
  summary: 'Send a reminder to invited people who were told and have not answered: shows whom, asks',
  positionals: '[ID…]',
  options: { ...waveOptions, tell, ...options },
  details: `Each invitation has one reminder at most, with the same link. Whoever answers before it goes gets none. With --tell, where all of them were reminded and their reminders wait, it sets another time. "reopen --wave ID" takes those of a wave back that were not sent.`,
  examples: [
    '17',
    '--told-before 7d --dry-run',
    '--wave 7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d10 --tell "tomorrow 9:00"',
  ],
  run: (values, ids, context) => decideAbout('invited', { ...values, reminds: true }, ids, context),
});
