import type { ApplicantRow } from '#contract/answers.ts';
import { formatDay, formatTime } from '#contract/format-time.ts';
import { describeAnswer } from '#contract/invitation-answer.ts';
import { describeTold, type Told } from '#contract/told.ts';
import { useSession } from '../api/session.ts';

/**
 * Says when an invited or declined person was told, or will be. Without letters set up it renders nothing for
 * somebody who was not told: the team tells them in its own way.
 */
export function ToldMark({ told }: { told: Told }) {
  const { timeZone, sendsLetters } = useSession();
  if (told.status === 'not-told' && !sendsLetters) return null;
  return <span>{describeTold(told, (atMs) => formatTime(atMs, timeZone))}</span>;
}

/** Says what an invited person answered, and on which day. */
export function AnswerMark({ answer }: { answer: NonNullable<ApplicantRow['answer']> }) {
  const { timeZone } = useSession();
  return <span>{describeAnswer(answer, (atMs) => formatDay(atMs, timeZone))}</span>;
}
