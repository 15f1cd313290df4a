import { randomUUID } from 'node:crypto';
import type { DecisionResult, ReviewHistory, SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { type ReviewState, reviewStatesOf } from '#contract/review.ts';
import { createLetter } from '#server/mail/new-letter.ts';
import { noLettersSentence } from '#server/operator/telling.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { readTelling, requireNote } from './options.ts';
import { count } from './records.ts';
import { describeStanding } from './reviews.ts';
import {
  describeSides,
  findTargets,
  hasWaveOption,
  selectPeople,
  type Target,
  type WaveValues,
} from './select-people.ts';
import { type Column, formatTable } from './table.ts';

/** What a command decides, and the words of its questions. */
export interface DecisionWords {
  to: ReviewState;
  /** As in `Invite 3 applicants?` */
  verb: string;
  /** As in `3 applicants invited.` */
  done: string;
}

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
  { to, verb, done }: DecisionWords,
  values: DecisionValues,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  const { note, letter = false, tell, 'dry-run': isDryRun, yes } = values;
  const isWave = hasWaveOption(values);
  if (isWave && ids.length > 0) throw new UsageError('Give either IDs or filters, not both.');
  if (!isWave && ids.length === 0)
    throw new UsageError(
      'Name applicants by the number of any of their applications, or by filters such as --review shortlisted.',
    );
  const text = note === undefined ? null : requireNote(note);
  const tellAtMs = readTelling(tell, context);
  if (to === 'declined' && tellAtMs !== null && !letter)
    throw new UsageError('--tell is when letters go: add --letter, or nobody is told.');
  const { mail } = context.config;
  if (letter && mail === null) throw new CommandError(noLettersSentence);
  const targets = isWave ? await selectPeople(values, to, context) : await findTargets(ids, context);
  if (targets.length === 0)
    throw new CommandError(`The filters match nobody who is not ${to} already. Nothing was changed.`);
  const impossible = targets.filter(({ review }) => !reviewStatesOf(review.kind).includes(to));
  if (impossible.length > 0) throw new CommandError(describeImpossible(impossible, to));
  const tells = letter || (isWave && to === 'invited');
  const tellsUntold = tells && mail !== null;
  const open = targets.filter(
    ({ review }) => review.state !== to || (tellsUntold && review.told?.telling === 'not-told'),
  );
  const sends = (to === 'invited' || letter) && open.length > 0;
  const letters = sends ? ` ${describeLetters(open.length, tellAtMs, context)}` : '';
  if ((isDryRun || isWave || sends || targets.length > open.length) && !context.json) {
    const shown = isDryRun ? targets : targets.slice(0, mostShown);
    await context.print(describeTargets(shown, to, context));
    const more = targets.length - shown.length;
    if (more > 0) await context.print(`and ${more.toLocaleString('en')} more; --dry-run lists all\n`);
    if (isWave) await context.print(`\n${describeSides(targets.map(({ record }) => record))}\n`);
  }
  if (isDryRun) {
    if (context.json) return context.printJson({ dryRun: true, applicants: open.map(toJson) });
    return context.print(
      `\nNothing was changed. Without --dry-run: ${verb.toLowerCase()} ${countApplicants(open)}.${letters}\n`,
    );
  }
  if (sends || isWave)
    await confirm(`${verb} ${countApplicants(open)}?${letters}`, yes, context, open.length);
  const wave = isWave ? randomUUID() : null;
  // Printed before the first decision, so that a wave that is broken off has an id too.
  if (wave !== null) context.note(`To take this wave back while nobody was told: reopen --wave ${wave}`);

  const store = await context.openStore();
  const results: { target: Target; result: DecisionResult }[] = [];
  for (const target of open) {
    const result = await store.decide({
      id: randomUUID(),
      about: { id: target.record.id },
      to,
      seenVersion: target.review.version,
      seenNewest: target.review.newestSequence,
      actor: context.actor,
      note: text,
      tells,
      wave,
      letter: mail === null ? null : { ...createLetter(mail.from), tellAtMs },
    });
    results.push({ target, result });
    if (isWave)
      context.progress(`${results.length.toLocaleString('en')} of ${count(open.length, 'decision')}`);
  }
  context.progress(null);
  await report(results, { done, wave }, context);
}

const columns: readonly Column[] = [
  { title: 'No.', alignRight: true },
  { title: 'Name', shrinks: true },
  { title: 'Email', shrinks: true },
  { title: 'Kind', fromWidth: 60 },
  { title: 'City', shrinks: true, fromWidth: 70 },
  { title: 'Now', shrinks: true },
];

function describeTargets(targets: readonly Target[], to: ReviewState, context: Context): string {
  const rows = targets.map(({ record, review }) => [
    String(record.sequence),
    fieldValue(record, 'name'),
    fieldValue(record, 'email'),
    record.kind,
    fieldValue(record, 'city'),
    `${review.state === to ? 'already ' : ''}${describeStanding(review, context)}${describeNewer(record, review)}`,
  ]);
  return formatTable(columns, rows, context.width);
}

/** Printed where the named application is not the newest one with its email. */
const describeNewer = ({ sequence }: SubmissionRecord, { newestSequence, kind }: ReviewHistory): string =>
  kind === 'contact' || sequence === newestSequence ? '' : ` (a newer application: #${newestSequence})`;

/** What is sent when this many applicants are told. */
function describeLetters(
  people: number,
  tellAtMs: number | null,
  { config: { mail }, calendar }: Context,
): string {
  if (mail === null) {
    return 'No letter is sent, because SMTP_URL and MAIL_FROM are not set: write to them yourself ("export --review invited").';
  }
  const when = tellAtMs === null ? '' : ` on ${calendar.formatTime(tellAtMs)} (${calendar.timeZone})`;
  return people === 1 ? `A letter is sent${when}.` : `A letter is sent to each${when}.`;
}

function describeImpossible(targets: readonly Target[], to: ReviewState): string {
  const [first] = targets as [Target, ...Target[]];
  const numbers = targets.map(({ record }) => `#${record.sequence}`).join(', ');
  const possible = reviewStatesOf(first.review.kind).join(' or ');
  return `${numbers} cannot become ${to}: a ${first.review.kind === 'contact' ? 'contact message' : first.review.kind} is ${possible}. Nothing was changed.`;
}

async function report(
  results: readonly { target: Target; result: DecisionResult }[],
  { done, wave }: { done: string; wave: string | null },
  context: Context,
): Promise<void> {
  const decided = results.filter(({ result }) => result.outcome === 'decided');
  if (context.json) {
    await context.printJson({
      decided: decided.length,
      ...(wave === null ? {} : { wave }),
      applicants: results.map(({ target, result }) => ({
        number: target.record.sequence,
        outcome: result.outcome,
        ...('review' in result ? { review: result.review } : {}),
      })),
    });
  } else {
    const letters = decided.filter(
      ({ result }) => 'review' in result && result.review.letter?.state === 'waiting',
    );
    const queued = letters.length === 0 ? '' : `, ${count(letters.length, 'letter')} queued`;
    await context.print(`${countApplicants(decided.map(({ target }) => target))} ${done}${queued}.\n`);
  }
  const refused = results.flatMap(({ target: { record }, result }) => {
    if (result.outcome === 'decided') return [];
    if (!('review' in result)) return [`#${record.sequence} was erased meanwhile`];
    if (result.outcome === 'overtaken' && result.newerApplication !== null)
      return [
        `#${record.sequence}: an application with this email came meanwhile, #${result.newerApplication}`,
      ];
    return [`#${record.sequence} was decided about meanwhile: ${describeStanding(result.review, context)}`];
  });
  if (refused.length > mostShown) {
    const more = refused.splice(mostShown).length;
    refused.push(`and ${more.toLocaleString('en')} more were left alone`);
  }
  if (refused.length > 0) throw new CommandError(`${refused.join('.\n')}.`);
}

const countApplicants = (targets: readonly Target[]): string => {
  const messages = targets.filter(({ review }) => review.kind === 'contact').length;
  const people = targets.length - messages;
  return [
    ...(people > 0 || messages === 0 ? [count(people, 'applicant')] : []),
    ...(messages > 0 ? [count(messages, 'message')] : []),
  ].join(' and ');
};

const toJson = ({ record, review }: Target) => ({
  number: record.sequence,
  kind: record.kind,
  review,
});
