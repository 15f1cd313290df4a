import { type DecisionResult, explainNotDecided } from '#contract/answers.ts';
import { startSentence } from '#contract/texts.ts';
import type { JobOf } from '#server/store/job.ts';
import { composeMessage } from './compose-message.ts';
import { contextBlock, makePayload } from './message-blocks.ts';
import { fitValue } from './message-text.ts';
import { type ComposeOptions, formatTime } from './review-blocks.ts';

/**
 * What one post to a response URL says: the message as it stands now, or a reply to the one who clicked.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export function composeUpdate(
  job: Pick<JobOf<'message update'>, 'kind' | 'submissions'> | Pick<JobOf<'reply'>, 'kind' | 'text'>,
  options: ComposeOptions,
) {
  if (job.kind === 'reply') {
    return {
      ...makePayload(job.text, [contextBlock(job.text)]),
      response_type: 'ephemeral',
      replace_original: false,
    };
  }
  const payload =
    job.submissions.length === 0
      ? makePayload(deletedText, [contextBlock(deletedText)])
      : composeMessage(job.submissions, options);
  return { ...payload, replace_original: true };
}

const deletedText = 'This was deleted.';

/** Names in it may be long. */
const maxReasonLength = 280;

/** The reply to the person who clicked, when the click decided nothing; null when it did. */
export const explainResult = (result: DecisionResult, timeZone: string): string | null =>
  result.outcome === 'decided'
    ? null
    : `${fitValue(startSentence(explainNotDecided(result, (atMs) => formatTime(atMs, timeZone))), maxReasonLength)}. Your click changed nothing.`;
