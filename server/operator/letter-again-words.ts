import type { LetterAgainCheck, LetterAgainResult } from '#server/store/review.ts';
import type { Calendar } from './calendar.ts';

/** Why a letter is not sent again, in a sentence; null: it can be. */
export function explainNoLetterAgain(
  check: LetterAgainCheck | LetterAgainResult,
  { formatTime }: Calendar,
): string | null {
  switch (check.outcome) {
    case 'possible':
    case 'queued':
      return null;
    case 'unknown':
      return 'They were erased just now.';
    case 'not-told':
      return 'No letter was sent to them about this decision.';
    case 'waiting':
      return 'A letter to them is on its way, or waits for its time.';
    case 'parked':
      return 'Their letter is parked. See why, and retry it.';
    case 'too-soon':
      return `It was sent again within the last day. It can be sent again from ${formatTime(check.possibleAtMs)} on.`;
  }
}
