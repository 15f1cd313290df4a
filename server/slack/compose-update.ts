import type { DecisionResult } from '#contract/answers.ts';
import type { JobOf } from '#server/store/job.ts';
import { composeMessage } from './compose-message.ts';
import { contextBlock, makePayload } from './message-blocks.ts';
import type { Click } from './read-click.ts';
import { type ComposeOptions, describeStanding } from './review-blocks.ts';

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

/** The reply to the person who clicked, when the click decided nothing; null when it did. */
export function explainResult(result: DecisionResult, { userId }: Click, timeZone: string): string | null {
  switch (result.outcome) {
    case 'decided':
      return null;
    case 'unknown':
      return `${deletedText} Nothing was changed.`;
    case 'impossible':
      return 'This cannot be decided about it. Nothing was changed.';
    case 'overtaken':
    case 'unchanged': {
      if (result.outcome === 'overtaken' && result.newerApplication !== null)
        return `An application with this email came since (#${result.newerApplication}). Your click changed nothing: decide with the buttons of its message.`;
      const isOwn = result.review.last?.actor.id === userId;
      const lead = isOwn ? 'You decided already' : 'Somebody decided before you';
      return `${lead}: ${describeStanding(result.review, timeZone)}. Your click changed nothing.`;
    }
  }
}
