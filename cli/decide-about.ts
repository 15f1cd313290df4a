import { randomUUID } from 'node:crypto';
import { explainNotDecided, type LeftAlone, type WaveStep } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { isToldState, type ReviewState, reminding, sendsLetter, states } from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import { decide } from '#server/operator/calls/decide.ts';
import { decideWave } from '#server/operator/calls/decide-wave.ts';
import { moveLetters as moveCall } from '#server/operator/calls/move-letters.ts';
import { maxListed } from '#server/operator/calls/wave-plan.ts';
import { noLettersSentence } from '#server/operator/letters.ts';
import { CommandError, type Context, type Options, type OptionValues, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { letterAtOption, noteOption, readLetterAt, requireNote } from './options.ts';
import {
  type PersonShown,
  type Selected,
  selectNamed,
  selectPeople,
  type WaveValues,
  waveOptions,
} from './select-people.ts';
import { isAnyGiven } from './selection.ts';
import { type Column, formatTable } from './table.ts';

/** Beside those that select people. */
export const decisionOptions = {
  letter: { about: 'tell them by a letter' },
  tell: letterAtOption,
  note: noteOption,
  'dry-run': { about: 'only show what would be done' },
  yes: yesOption,
} as const satisfies Options;
type DecisionValues = WaveValues & OptionValues<typeof decisionOptions> & { reminds?: boolean };

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
  const { reminds } = values;
  const { verb, done } = reminds ? reminding : states[to];
  const { note = null, letter: withLetter = false, tell, 'dry-run': isDryRun, yes } = values;
  const isWave = isAnyGiven(waveOptions, values);
  if (isWave && ids.length > 0) throw new UsageError('Give either IDs or filters, not both.');
  if (!isWave && ids.length === 0)
    throw new UsageError(
      'Name applicants by the number of any of their applications, or by filters such as --review shortlisted.',
    );
  if (note !== null) requireNote(note);
  const letterAtMs = await readLetterAt(tell, context);
  const decision = { to, withLetter, letterAtMs, reminds };
  if (tell !== undefined && (await moveLetters({ ...decision, note }, values, ids, context))) return;
  if (tell !== undefined && !sendsLetter(to, withLetter))
    throw new UsageError('--tell is when letters go: add --letter, or nobody is told.');
  const { mail } = context.config;
  if ((withLetter || reminds) && mail === null) throw new CommandError(noLettersSentence);
  const selected = isWave
    ? await selectPeople(values, decision, context, isDryRun ? maxListed : maxShown)
    : await selectNamed(ids, decision, context);
  const { total, shown, sides, reminded } = selected;
  const others = reminded > 0 ? ` ${countOf(reminded, ['was', 'were'])} reminded already.` : '';
  if (isWave && total === 0)
    throw new CommandError(
      reminds
        ? `The filters match nobody who is invited, told and has not answered.${others} Nothing was changed.`
        : `The filters match nobody who is not ${states[to].word} already. Nothing was changed.`,
    );
  const sends = sendsLetter(to, withLetter) && total > 0;
  const letters = sends ? ` ${describeLetters(total, letterAtMs, context)}` : '';
  if ((isDryRun || isWave || sends || shown.length > total) && !context.json) {
    const printed = isDryRun ? shown : shown.slice(0, maxShown);
    await context.print(formatTable(columnsOf(reminds ? null : to), printed, context));
    const more = (isWave ? total : shown.length) - printed.length;
    const hint = isDryRun ? '' : '; --dry-run lists all';
    if (more > 0) await context.print(`and ${more.toLocaleString('en')} more${hint}\n`);
    if (sides !== null) await context.print(`\n${sides}${others}\n`);
  }
  if (isDryRun) {
    const applicants = shown.map(({ record: { sequence, kind }, state }) => ({ sequence, kind, state }));
    return context.answer(
      { dryRun: true, total, applicants },
      `\nNothing was changed. Without --dry-run: ${verb.toLowerCase()} ${countApplicants(selected)}.${letters}\n`,
    );
  }
  if (sends || isWave) await confirm(`${verb} ${countApplicants(selected)}?${letters}`, yes, context, total);
  const made = { ...decision, withLetter: selected.withLetter, note };
  const [only] = shown.filter(({ isChanged }) => isChanged);
  const decided =
    !isWave && !reminds && total === 1 && only !== undefined
      ? await decideOne(made, only, context)
      : await decideAll(made, selected, context);
  const queued = sends && mail !== null ? decided.decided : 0;
  await report(decided, selected, { done, queued }, context);
}

type NewDecision = {
  to: ReviewState;
  withLetter: boolean;
  letterAtMs: number | null;
  reminds: boolean | undefined;
  note: string | null;
};
type Made = Omit<WaveStep, 'left'> & { waveId?: string };

/** About one person who was named: a decision by itself, in no wave. */
async function decideOne(
  { reminds: _reminds, ...decision }: NewDecision,
  { seen, record }: PersonShown,
  { make }: Context,
): Promise<Made> {
  const result = await make(decide, { decisionId: randomUUID(), ...decision, ...seen });
  if (result.outcome === 'decided') return { decided: 1, leftAlone: [], leftAloneCount: 0 };
  const who = { id: record.id, sequence: record.sequence, name: record.fields.name };
  return { decided: 0, leftAlone: [{ ...who, ...result }], leftAloneCount: 1 };
}

async function decideAll(
  decision: NewDecision,
  { parts, total }: Selected,
  { make, progress, note }: Context,
): Promise<Made> {
  const waveId = randomUUID();
  const made = { waveId, decided: 0, leftAlone: [] as LeftAlone[], leftAloneCount: 0 };
  // Printed before the first decision, so that a wave that is broken off has an id too.
  const purpose = decision.reminds
    ? 'To take back the reminders that were not sent'
    : 'To take this wave back while nobody was told';
  if (total > 0) note(`${purpose}: reopen --wave ${waveId}`);
  for (const whom of parts) {
    let step: WaveStep;
    do {
      step = await make(decideWave, { waveId, whom: whom, ...decision });
      progress(`${(made.decided + step.decided).toLocaleString('en')} of ${countOf(total, 'decision')}`);
    } while (step.left > 0);
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
  { note, ...decision }: NewDecision,
  values: DecisionValues,
  ids: readonly string[],
  context: Context,
): Promise<boolean> {
  const { to, letterAtMs } = decision;
  const { calendar, make, progress } = context;
  if (!isToldState(to)) return false;
  const { reminds } = decision;
  const isMove = async () =>
    reminds ? (await selectPeople(values, decision, context, 0)).total === 0 : values.told === 'waiting';
  if (ids.length === 0 && !(await isMove())) return false;
  const maxRows = values['dry-run'] ? maxListed : maxShown;
  const { total, shown, parts } =
    ids.length === 0
      ? await selectPeople(values, { ...decision, movesLetters: true }, context, maxRows)
      : await selectNamed(ids, { ...decision, withLetter: false, movesLetters: true }, context);
  const isWaiting = ({ state, waits }: PersonShown) => state === to && waits;
  if (ids.length > 0 && !shown.every(isWaiting)) return false;
  if (context.config.mail === null) throw new CommandError(noLettersSentence);
  const people = ids.length === 0 ? total : shown.length;
  // Whoever is to be reminded first hears who was reminded already.
  if (people === 0 && reminds) return false;
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
  let moved = 0;
  const all = ids.length === 0 ? parts : [{ people: shown.map(({ seen }) => seen) }];
  for (const whom of all) {
    let left: number;
    do {
      const move = { changeId: randomUUID(), whom: whom, to, letterAtMs, reminds, note };
      const step = await make(moveCall, move);
      moved += step.moved;
      left = step.left;
      progress(`${moved.toLocaleString('en')} of ${countOf(people, 'letter')}`);
    } while (left > 0);
  }
  await context.answer({ moved }, `${countOf(moved, 'letter')} ${moved === 1 ? 'goes' : 'go'} ${when}.\n`);
  return true;
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
  { waveId, decided, leftAlone, leftAloneCount }: Made,
  selected: Selected,
  { done, queued }: { done: string; queued: number },
  context: Context,
): Promise<void> {
  const messages = Math.min(decided, selected.messages);
  const letters = queued === 0 ? '' : `, ${countOf(queued, 'letter')} queued`;
  await context.answer(
    { decided, letters: queued, ...(waveId && { wave: waveId }), leftAlone, leftAloneCount },
    `${countApplicants({ total: decided, messages })} ${done}${letters}.\n`,
  );
  const refused = leftAlone.slice(0, maxShown).map((each) => explain(each, context));
  const more = selected.total - decided - refused.length;
  if (more > 0)
    refused.push(`${more.toLocaleString('en')} more were erased, decided about or applied again meanwhile`);
  if (refused.length > 0) throw new CommandError(`${refused.join('.\n')}.`);
}

const explain = (left: LeftAlone, { calendar }: Context): string =>
  `${left.sequence === null ? 'One of them' : `#${left.sequence}`}: ${explainNotDecided(left, calendar.formatTime)}`;

const countApplicants = ({ total, messages }: Pick<Selected, 'total' | 'messages'>): string => {
  const people = total - messages;
  return [
    ...(people > 0 || messages === 0 ? [countOf(people, 'applicant')] : []),
    ...(messages > 0 ? [countOf(messages, 'message')] : []),
  ].join(' and ');
};
