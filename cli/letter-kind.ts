import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import type { LetterRecipient } from '#server/mail/compose-letter.ts';
import { type CommandOption, UsageError } from './command.ts';

export const letterKindOption = {
  type: 'string',
  value: 'KIND',
  about: `${waitlistKinds.join(' or ')}`,
} as const satisfies CommandOption;

/** @throws {UsageError} */
export function parseLetterKind(kind: string): WaitlistKind {
  const known = waitlistKinds.find((candidate) => candidate === kind);
  if (known === undefined) throw new UsageError(`--kind is ${waitlistKinds.join(' or ')}.`);
  return known;
}

/** A made-up applicant. */
export const sampleRecipient = (kind: WaitlistKind, now: Date): LetterRecipient => ({
  kind,
  name: { creator: 'Ada Okafor', venue: 'Bar Cento' }[kind],
  appliedAtMs: now.getTime(),
});
