import { randomUUID } from 'node:crypto';
import { fieldValue } from '#contract/fields.ts';
import { type ReviewState, reviewStatesOf } from '#contract/review.ts';
import type { Config } from '#server/config.ts';
import { createLetter } from '#server/mail/new-letter.ts';
import { reviewToJson } from '#server/operator/review-json.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { DecisionResult, ReviewHistory } from '#server/store/review.ts';
import type { SubmissionRecord } from '#server/store/submission-record.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { confirm } from './confirm.ts';
import { requireNote } from './note-text.ts';
import { count, parseReference, requireRecord } from './records.ts';
import { describeStanding } from './reviews.ts';
import { type Column, formatTable } from './table.ts';

/** Whom it is about, as they stood when the operator was shown them. */
interface Target {
  record: SubmissionRecord;
  review: ReviewHistory;
}

/** What the command makes of an applicant. */
export interface Decided {
  to: ReviewState;
  /** As in `Invite 3 applicants?` */
  verb: string;
  /** As in `3 applicants invited.` */
  done: string;
}

interface Wanted extends Decided {
  note: string | undefined;
  isDryRun: boolean | undefined;
  yes: boolean | undefined;
}

/**
 * Decides about the named applicants, each in the state that they had when the command began. If one of them
 * cannot be decided about, no decision is made.
 */
export async function decideAbout(
  { to, verb, done, note, isDryRun, yes }: Wanted,
  ids: readonly string[],
  context: Context,
): Promise<void> {
  if (ids.length === 0) throw new UsageError('Name applicants by the number of any of their applications.');
  const text = note === undefined ? null : requireNote(note);
  const store = await context.openStore();
  const targets = await findTargets(store, ids);
  const impossible = targets.filter(({ review }) => !reviewStatesOf(review.kind).includes(to));
  if (impossible.length > 0) throw new CommandError(describeImpossible(impossible, to));
  const open = targets.filter(({ review }) => review.state !== to);
  const sends = to === 'invited' && open.length > 0;
  const isPreviewed = isDryRun || sends || targets.length > open.length;
  if (isPreviewed && !context.json) await context.print(describeTargets(targets, to, context));
  if (isDryRun) {
    if (context.json) return context.printJson({ dryRun: true, applicants: open.map(toJson) });
    return context.print(
      `\nNothing was changed. Without --dry-run: ${verb.toLowerCase()} ${countApplicants(open)}.${sends ? ` ${describeLetters(open.length, context.config)}` : ''}\n`,
    );
  }
  if (sends) {
    await confirm(
      `${verb} ${countApplicants(open)}? ${describeLetters(open.length, context.config)}`,
      yes,
      context,
    );
  }

  const results: { target: Target; result: DecisionResult }[] = [];
  for (const target of open) {
    const result = await store.decide({
      id: randomUUID(),
      about: { id: target.record.id },
      to,
      seenVersion: target.review.version,
      seenNewest: target.review.newestSequence,
      actor: { way: 'cli', id: context.account, name: context.account },
      note: text,
      letter:
        to === 'invited' && context.config.mail !== null ? createLetter(context.config.mail.from) : null,
    });
    results.push({ target, result });
  }
  await report(results, { done, targets }, context);
}

async function findTargets(store: OperatorStore, ids: readonly string[]): Promise<Target[]> {
  const targets = new Map<number, Target>();
  for (const id of ids) {
    const named = await requireRecord(store, parseReference(id));
    const review = await store.readReview({ id: named.id });
    if (review === null) throw new CommandError(`#${named.sequence} was erased just now.`);
    // The one that is named: what came later with this email may be somebody else's.
    if (!targets.has(review.newestSequence)) targets.set(review.newestSequence, { record: named, review });
  }
  return [...targets.values()];
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

/** Said where the named application is not the newest one with its email. */
const describeNewer = ({ sequence }: SubmissionRecord, { newestSequence, kind }: ReviewHistory): string =>
  kind === 'contact' || sequence === newestSequence ? '' : ` (a newer application: #${newestSequence})`;

/** What inviting this many applicants sends. */
function describeLetters(people: number, { mail }: Config): string {
  if (mail === null) {
    return 'No letter is sent, because SMTP_URL and MAIL_FROM are not set: write to them yourself ("export --review invited").';
  }
  return people === 1 ? 'A letter is sent.' : 'A letter is sent to each.';
}

function describeImpossible(targets: readonly Target[], to: ReviewState): string {
  const [first] = targets as [Target, ...Target[]];
  const numbers = targets.map(({ record }) => `#${record.sequence}`).join(', ');
  const possible = reviewStatesOf(first.review.kind).join(' or ');
  return `${numbers} cannot become ${to}: a ${first.review.kind === 'contact' ? 'contact message' : first.review.kind} is ${possible}. Nothing was changed.`;
}

async function report(
  results: readonly { target: Target; result: DecisionResult }[],
  { done, targets }: { done: string; targets: readonly Target[] },
  context: Context,
): Promise<void> {
  const decided = results.filter(({ result }) => result.outcome === 'decided');
  if (context.json) {
    await context.printJson({
      decided: decided.length,
      applicants: results.map(({ target, result }) => ({
        number: target.record.sequence,
        outcome: result.outcome,
        ...('review' in result ? { review: reviewToJson(result.review) } : {}),
      })),
    });
  } else {
    const people = decided.map(({ target }) => target);
    const letters = decided.filter(
      ({ result }) => 'review' in result && result.review.letter?.state === 'waiting',
    );
    const sent = letters.length === 0 ? '' : `, ${count(letters.length, 'letter')} queued`;
    if (targets.length > 0) await context.print(`${countApplicants(people)} ${done}${sent}.\n`);
  }
  const refused = results.flatMap(({ target: { record }, result }) => {
    if (result.outcome === 'decided') return [];
    if (result.outcome === 'overtaken' && result.newerApplication !== null)
      return [
        `#${record.sequence}: an application with this email came meanwhile, #${result.newerApplication}`,
      ];
    if (result.outcome === 'overtaken' || result.outcome === 'unchanged')
      return [`#${record.sequence} was decided about meanwhile: ${describeStanding(result.review, context)}`];
    return [`#${record.sequence} was erased meanwhile`];
  });
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
  review: reviewToJson(review),
});
