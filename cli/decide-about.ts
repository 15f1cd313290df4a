import { randomUUID } from 'node:crypto';
import type { LeftAlone, WaveStep } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { type ReviewState, sendsLetter, states } from '#contract/review.ts';
import { letterDelayMs, makeNewLetter } from '#server/mail/new-letter.ts';
import { noLettersSentence } from '#server/operator/letters.ts';
import { type NewWave, peoplePerStep } from '#server/store/review.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { readLetterAt, requireNote } from './options.ts';
import { count } from './records.ts';
import { describeStanding } from './reviews.ts';
import {
  hasWaveOption,
  type PersonShown,
  type Selected,
  selectNamed,
  selectPeople,
  type WaveValues,
} from './select-people.ts';
import { type Column, formatTable } from './table.ts';

interface DecisionValues extends WaveValues {
  note?: string | undefined;
  /** Declined applicants are told by a letter. */
  letter?: boolean | undefined;
  /** When the letters go. */
  tell?: string | undefined;
  'dry-run'?: boolean | undefined;
  yes?: boolean | undefined;
}

const mostShown = 50;

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
  const { verb, done, letter: ofState } = states[to];
  const { note, letter = false, tell, 'dry-run': isDryRun, yes } = values;
  const isWave = hasWaveOption(values);
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
  // Invited people get a letter anyway; those who are invited already, where the filter asks for who was not told.
  const withLetter = letter || (ofState === 'always' && values.told === 'not-told');
  const selected = isWave
    ? await selectPeople(
        values,
        { to, withLetter, letter: newLetter },
        context,
        isDryRun ? undefined : mostShown,
      )
    : await selectNamed(ids, { to, withLetter: withLetter && mail !== null }, context);
  const { total, shown, sides, whom } = selected;
  if (isWave && total === 0)
    throw new CommandError(`The filters match nobody who is not ${to} already. Nothing was changed.`);
  const sends = sendsLetter(to, letter) && total > 0;
  const letters = sends ? ` ${describeLetters(total, letterAtMs, context)}` : '';
  if ((isDryRun || isWave || sends || shown.length > total) && !context.json) {
    const printed = isDryRun ? shown : shown.slice(0, mostShown);
    await context.print(describePeople(printed, to, context));
    const more = (isWave ? total : shown.length) - printed.length;
    if (more > 0) await context.print(`and ${more.toLocaleString('en')} more; --dry-run lists all\n`);
    if (sides !== null) await context.print(`\n${sides}\n`);
  }
  if (isDryRun) {
    if (context.json)
      return context.printJson({
        dryRun: true,
        total,
        applicants: shown.map(({ record: { sequence, kind }, state }) => ({ sequence, kind, state })),
      });
    return context.print(
      `\nNothing was changed. Without --dry-run: ${verb.toLowerCase()} ${countApplicants(selected)}.${letters}\n`,
    );
  }
  if (sends || isWave) await confirm(`${verb} ${countApplicants(selected)}?${letters}`, yes, context, total);
  const wave = { id: randomUUID(), to, withLetter, actor: context.actor, note: text, letter: newLetter };
  const isOne = !isWave && total === 1;
  // Printed before the first decision, so that a wave that is broken off has an id too.
  if (!isOne && total > 0)
    context.note(`To take this wave back while nobody was told: reopen --wave ${wave.id}`);
  const made = isOne ? await decideOne(wave, whom, context) : await decideAll(wave, selected, context);
  const queued = sends && mail !== null ? made.decided : 0;
  await report(made, selected, { done, queued, wave: isOne ? null : wave.id }, context);
}

/** About one person who was named: a decision by itself. */
async function decideOne(
  { id, ...decision }: Omit<NewWave, 'whom'>,
  whom: NewWave['whom'],
  { openStore }: Context,
): Promise<WaveStep> {
  const [seen] = 'people' in whom ? whom.people : [];
  if (seen === undefined) return { decided: 0, left: 0, leftAlone: [], leftAloneCount: 0 };
  const store = await openStore();
  const record = await store.findRecord(seen.about);
  const result = await store.decide({ ...decision, ...seen, id });
  if (result.outcome === 'decided') return { decided: 1, left: 0, leftAlone: [], leftAloneCount: 0 };
  const { sequence = null, fields } = record ?? {};
  const leftAlone = [{ id: record?.id ?? null, sequence, name: fields?.name ?? null, ...result }];
  return { decided: 0, left: 0, leftAlone, leftAloneCount: 1 };
}

/** Calls the store until nobody is left. */
async function decideAll(
  wave: Omit<NewWave, 'whom'>,
  { whom, total }: Selected,
  { openStore, progress }: Context,
): Promise<WaveStep> {
  const store = await openStore();
  const made: WaveStep = { decided: 0, left: 0, leftAlone: [], leftAloneCount: 0 };
  for (const part of inSteps(whom)) {
    let step: WaveStep;
    do {
      step = await store.decideWave({ ...wave, whom: part });
      progress(`${(made.decided + step.decided).toLocaleString('en')} of ${count(total, 'decision')}`);
    } while (step.left > 0);
    made.decided += step.decided;
    made.leftAlone.push(...step.leftAlone);
    made.leftAloneCount += step.leftAloneCount;
  }
  progress(null);
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
  const mostRows = values['dry-run'] ? undefined : mostShown;
  const { total, shown, whom } =
    ids.length === 0
      ? await selectPeople(values, { ...wave, movesLetters: true }, context, mostRows)
      : await selectNamed(ids, { to, withLetter: false }, context);
  const isWaiting = ({ state, status }: PersonShown) => state === to && status === 'waiting';
  if (ids.length > 0 && !shown.every(isWaiting)) return false;
  if (wave.letter === null) throw new CommandError(noLettersSentence);
  const people = ids.length === 0 ? total : shown.length;
  const when = letterAtMs === null ? 'now' : `on ${calendar.formatTime(letterAtMs)} (${calendar.timeZone})`;
  if (people === 0)
    throw new CommandError(`The filters match nobody whose letter waits and does not go ${when} anyway.`);
  if (!context.json) await context.print(describePeople(shown.slice(0, mostRows), null, context));
  const what = `send ${count(people, 'letter')} ${when}`;
  if (values['dry-run']) {
    if (context.json) await context.printJson({ dryRun: true, total: people });
    else await context.print(`\nNothing was changed. Without --dry-run: ${what}.\n`);
    return true;
  }
  await confirm(`${what.replace('send', 'Send')}?`, values.yes, context, people);
  const store = await context.openStore();
  const move = (some: NewWave['whom']) =>
    store.moveLetters({
      to,
      actor: context.actor,
      whom: some,
      note: `The letter goes ${when}.${note === null ? '' : ` ${note}`}`,
      letter: { delayMs: letterDelayMs, letterAtMs },
    });
  let moved = 0;
  for (const part of inSteps(ids.length === 0 ? whom : { people: shown.map(({ seen }) => seen) })) {
    for (let left = 1; left > 0; ) {
      const step = await move(part);
      moved += step.moved;
      left = step.left;
      progress(`${moved.toLocaleString('en')} of ${count(people, 'letter')}`);
    }
  }
  progress(null);
  if (context.json) await context.printJson({ moved });
  else await context.print(`${count(moved, 'letter')} ${moved === 1 ? 'goes' : 'go'} ${when}.\n`);
  return true;
}

/** A filter goes on by itself; of people who are named, the store takes some at a time. */
function inSteps(whom: NewWave['whom']): NewWave['whom'][] {
  if ('filter' in whom) return [whom];
  const parts: NewWave['whom'][] = [];
  for (let from = 0; from < whom.people.length; from += peoplePerStep)
    parts.push({ people: whom.people.slice(from, from + peoplePerStep) });
  return parts;
}

const columns: readonly Column[] = [
  { title: 'No.', alignRight: true },
  { title: 'Name', shrinks: true },
  { title: 'Email', shrinks: true },
  { title: 'Kind', fromWidth: 60 },
  { title: 'City', shrinks: true, fromWidth: 70 },
  { title: 'Now', shrinks: true },
];

function describePeople(people: readonly PersonShown[], to: ReviewState | null, context: Context): string {
  const rows = people.map(({ record, state, standing }) => [
    String(record.sequence),
    fieldValue(record, 'name'),
    fieldValue(record, 'email'),
    record.kind,
    fieldValue(record, 'city'),
    `${state === to ? 'already ' : ''}${standing}`,
  ]);
  return formatTable(columns, rows, context.width);
}

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
  if (context.json) {
    await context.printJson({ decided, letters: queued, ...(wave && { wave }), leftAlone, leftAloneCount });
  } else {
    const messages = Math.min(decided, selected.messages);
    const letters = queued === 0 ? '' : `, ${count(queued, 'letter')} queued`;
    await context.print(`${countApplicants({ total: decided, messages })} ${done}${letters}.\n`);
  }
  const refused = leftAlone.slice(0, mostShown).map((each) => explain(each, context));
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
    ...(people > 0 || messages === 0 ? [count(people, 'applicant')] : []),
    ...(messages > 0 ? [count(messages, 'message')] : []),
  ].join(' and ');
};
