import { randomUUID } from 'node:crypto';
import type { LeftAlone, WaveStep } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { type ReviewState, sendsLetter, states, tellsLate } from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import { letterDelayMs, makeNewLetter } from '#server/mail/new-letter.ts';
import { noLettersSentence } from '#server/operator/letters.ts';
import { type NewWave, peoplePerStep } from '#server/store/review.ts';
import { CommandError, type Context, type Options, type OptionValues, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { letterAtOption, noteOption, readLetterAt, requireNote } from './options.ts';
import { describeStanding } from './reviews.ts';
import {
  type PersonShown,
  type Selected,
  selectNamed,
  selectPeople,
  type WaveValues,
  waveOptions,
} from './select-people.ts';
import { isAnyGiven, readFilterOptions } from './selection.ts';
import { type Column, formatTable } from './table.ts';

/** Beside those that select people. */
export const decisionOptions = {
  letter: { about: 'tell them by a letter' },
  tell: letterAtOption,
  note: noteOption,
  'dry-run': { about: 'only show what would be done' },
  yes: yesOption,
} as const satisfies Options;
type DecisionValues = WaveValues & OptionValues<typeof decisionOptions>;

const maxShown = 50;

/**
 * Decides about the named applicants, or about a wave of all that the filters select, each in the state that they had
 * when the command began. If one who is named cannot be decided about, no decision is made.
 */
export async function decideAbout(
  to: ReviewState,
  values: DecisionValues,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  const { verb, done } = states[to];
  const { note, letter = false, tell, 'dry-run': isDryRun, yes } = values;
  const isWave = isAnyGiven(waveOptions, values);
  if (isWave && ids.length > 0) throw new UsageError('Give either IDs or filters, not both.');
  if (!isWave && ids.length === 0)
    throw new UsageError(
      'Name applicants by the number of any of their applications, or by filters such as --review shortlisted.',
    );
  const text = note === undefined ? null : requireNote(note);
  const letterAtMs = readLetterAt(tell, context);
  const { mail } = context.config;
  if (tell !== undefined && (await moveLetters({ to, letterAtMs, note: text }, values, ids, context))) return;
  if (tell !== undefined && !sendsLetter(to, letter))
    throw new UsageError('--tell is when letters go: add --letter, or nobody is told.');
  if (letter && mail === null) throw new CommandError(noLettersSentence);
  const newLetter = mail === null ? null : { ...makeNewLetter(mail.from), letterAtMs };
  const withLetter = tellsLate(to, letter, readFilterOptions(values, context).told);
  const selected = isWave
    ? await selectPeople(
        values,
        { to, withLetter, letter: newLetter },
        context,
        isDryRun ? undefined : maxShown,
      )
    : await selectNamed(ids, { to, withLetter: withLetter && mail !== null }, context);
  const { total, shown, sides } = selected;
  if (isWave && total === 0)
    throw new CommandError(`The filters match nobody who is not ${to} already. Nothing was changed.`);
  const sends = sendsLetter(to, letter) && total > 0;
  const letters = sends ? ` ${describeLetters(total, letterAtMs, context)}` : '';
  if ((isDryRun || isWave || sends || shown.length > total) && !context.json) {
    const printed = isDryRun ? shown : shown.slice(0, maxShown);
    await context.print(formatTable(columnsOf(to), printed, context));
    const more = (isWave ? total : shown.length) - printed.length;
    if (more > 0) await context.print(`and ${more.toLocaleString('en')} more; --dry-run lists all\n`);
    if (sides !== null) await context.print(`\n${sides}\n`);
  }
  if (isDryRun) {
    const applicants = shown.map(({ record: { sequence, kind }, state }) => ({ sequence, kind, state }));
    return context.answer(
      { dryRun: true, total, applicants },
      `\nNothing was changed. Without --dry-run: ${verb.toLowerCase()} ${countApplicants(selected)}.${letters}\n`,
    );
  }
  if (sends || isWave) await confirm(`${verb} ${countApplicants(selected)}?${letters}`, yes, context, total);
  const wave = { id: randomUUID(), to, withLetter, actor: context.actor, note: text, letter: newLetter };
  const isOne = !isWave && total === 1;
  // Printed before the first decision, so that a wave that is broken off has an id too.
  if (!isOne && total > 0)
    context.note(`To take this wave back while nobody was told: reopen --wave ${wave.id}`);
  const made = await (isOne ? decideOne : decideAll)(wave, selected, context);
  const queued = sends && mail !== null ? made.decided : 0;
  await report(made, selected, { done, queued, wave: isOne ? null : wave.id }, context);
}

/** About one person who was named: a decision by itself, in no wave. */
async function decideOne(
  { id, ...decision }: Omit<NewWave, 'whom'>,
  { whom }: Selected,
  { openStore }: Context,
): Promise<WaveStep> {
  const made: WaveStep = { decided: 0, left: 0, leftAlone: [], leftAloneCount: 0 };
  const store = await openStore();
  for (const seen of 'people' in whom ? whom.people : []) {
    const record = await store.findRecord(seen.about);
    const result = await store.decide({ ...decision, ...seen, id });
    if (result.outcome === 'decided') return { ...made, decided: 1 };
    const { id: named = null, sequence = null, fields } = record ?? {};
    made.leftAlone.push({ id: named, sequence, name: fields?.name ?? null, ...result });
    made.leftAloneCount += 1;
  }
  return made;
}

async function decideAll(
  wave: Omit<NewWave, 'whom'>,
  { whom, total }: Selected,
  { openStore, progress }: Context,
): Promise<WaveStep> {
  const store = await openStore();
  const made: WaveStep = { decided: 0, left: 0, leftAlone: [], leftAloneCount: 0 };
  for await (const step of inSteps(whom, (part) => store.decideWave({ ...wave, whom: part }))) {
    progress(`${(made.decided + step.decided).toLocaleString('en')} of ${countOf(total, 'decision')}`);
    if (step.left > 0) continue;
    made.decided += step.decided;
    made.leftAlone.push(...step.leftAlone);
    made.leftAloneCount += step.leftAloneCount;
  }
  return made;
}

/**
 * Sets the letters of those who wait for theirs to another time; nothing is decided. Answers whether it is about such
 * people: the filters say so, or everybody who is named waits.
 */
async function moveLetters(
  { to, letterAtMs, note }: { to: ReviewState; letterAtMs: number | null; note: string | null },
  values: DecisionValues,
  ids: readonly string[],
  context: Context,
): Promise<boolean> {
  const { calendar, config, progress } = context;
  if (ids.length === 0 && values.told !== 'waiting') return false;
  const wave = { to, letter: config.mail && { ...makeNewLetter(config.mail.from), letterAtMs } };
  const maxRows = values['dry-run'] ? undefined : maxShown;
  const { total, shown, whom } =
    ids.length === 0
      ? await selectPeople(values, { ...wave, movesLetters: true }, context, maxRows)
      : await selectNamed(ids, { to, withLetter: false }, context);
  const isWaiting = ({ state, status }: PersonShown) => state === to && status === 'waiting';
  if (ids.length > 0 && !shown.every(isWaiting)) return false;
  if (wave.letter === null) throw new CommandError(noLettersSentence);
  const people = ids.length === 0 ? total : shown.length;
  const when = letterAtMs === null ? 'now' : `on ${calendar.formatTime(letterAtMs)} (${calendar.timeZone})`;
  if (people === 0)
    throw new CommandError(`The filters match nobody whose letter waits and does not go ${when} anyway.`);
  if (!context.json) await context.print(formatTable(columnsOf(null), shown.slice(0, maxRows), context));
  const what = `send ${countOf(people, 'letter')} ${when}`;
  if (values['dry-run']) {
    await context.answer(
      { dryRun: true, total: people },
      `\nNothing was changed. Without --dry-run: ${what}.\n`,
    );
    return true;
  }
  await confirm(`${what.replace('send', 'Send')}?`, values.yes, context, people);
  const store = await context.openStore();
  const move = {
    to,
    actor: context.actor,
    note: `The letter goes ${when}.${note === null ? '' : ` ${note}`}`,
    letter: { delayMs: letterDelayMs, letterAtMs },
  };
  let moved = 0;
  const all = ids.length === 0 ? whom : { people: shown.map(({ seen }) => seen) };
  for await (const step of inSteps(all, (part) => store.moveLetters({ ...move, whom: part }))) {
    moved += step.moved;
    progress(`${moved.toLocaleString('en')} of ${countOf(people, 'letter')}`);
  }
  await context.answer({ moved }, `${countOf(moved, 'letter')} ${moved === 1 ? 'goes' : 'go'} ${when}.\n`);
  return true;
}

/**
 * Calls the store until nobody is left. A filter goes on by itself; of people who are named, the store takes some at a
 * time.
 */
async function* inSteps<Step extends { left: number }>(
  whom: NewWave['whom'],
  call: (part: NewWave['whom']) => Promise<Step>,
): AsyncGenerator<Step> {
  const people = 'filter' in whom ? [] : [...whom.people];
  do {
    const part = 'filter' in whom ? whom : { people: people.splice(0, peoplePerStep) };
    let step: Step;
    do {
      step = await call(part);
      yield step;
    } while (step.left > 0);
  } while (people.length > 0);
}

/** @param to null: nothing is decided */
const columnsOf = (to: ReviewState | null): readonly Column<PersonShown>[] => [
  { title: 'No.', alignRight: true, cell: ({ record }) => String(record.sequence) },
  { title: 'Name', shrinks: true, cell: ({ record }) => fieldValue(record, 'name') },
  { title: 'Email', shrinks: true, cell: ({ record }) => fieldValue(record, 'email') },
  { title: 'Kind', fromWidth: 60, cell: ({ record }) => record.kind },
  { title: 'City', shrinks: true, fromWidth: 70, cell: ({ record }) => fieldValue(record, 'city') },
  {
    title: 'Now',
    shrinks: true,
    cell: ({ state, standing }) => `${state === to ? 'already ' : ''}${standing}`,
  },
];

/** What is sent when this many applicants are told. */
function describeLetters(
  people: number,
  letterAtMs: number | null,
  { config: { mail }, calendar }: Context,
): string {
  if (mail === null) {
    return 'No letter is sent, because SMTP_URL and MAIL_FROM are not set: write to them yourself ("export --review invited").';
  }
  const when = letterAtMs === null ? '' : ` on ${calendar.formatTime(letterAtMs)} (${calendar.timeZone})`;
  return people === 1 ? `A letter is sent${when}.` : `A letter is sent to each${when}.`;
}

async function report(
  { decided, leftAlone, leftAloneCount }: WaveStep,
  selected: Selected,
  { done, queued, wave }: { done: string; queued: number; wave: string | null },
  context: Context,
): Promise<void> {
  const messages = Math.min(decided, selected.messages);
  const letters = queued === 0 ? '' : `, ${countOf(queued, 'letter')} queued`;
  await context.answer(
    { decided, letters: queued, ...(wave && { wave }), leftAlone, leftAloneCount },
    `${countApplicants({ total: decided, messages })} ${done}${letters}.\n`,
  );
  const refused = leftAlone.slice(0, maxShown).map((each) => explain(each, context));
  const more = selected.total - decided - refused.length;
  if (more > 0)
    refused.push(`${more.toLocaleString('en')} more were erased, decided about or applied again meanwhile`);
  if (refused.length > 0) throw new CommandError(`${refused.join('.\n')}.`);
}

function explain(left: LeftAlone, context: Context): string {
  const who = left.sequence === null ? 'One of them' : `#${left.sequence}`;
  if (!('review' in left)) return `${who} was erased meanwhile`;
  if (left.outcome === 'overtaken' && left.newerApplication !== null)
    return `${who}: an application with this email came meanwhile, #${left.newerApplication}`;
  return `${who} was decided about meanwhile: ${describeStanding(left.review, context)}`;
}

const countApplicants = ({ total, messages }: Pick<Selected, 'total' | 'messages'>): string => {
  const people = total - messages;
  return [
    ...(people > 0 || messages === 0 ? [countOf(people, 'applicant')] : []),
    ...(messages > 0 ? [countOf(messages, 'message')] : []),
  ].join(' and ');
};
