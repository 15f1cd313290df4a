import type { Failure } from '#contract/console-answers.ts';
import { explainMailReason } from '#server/mail/explain-mail-reason.ts';
import { explainReason } from '#server/slack/explain-reason.ts';
import { explainQuarantine } from './record-words.ts';

/** Why a message did not reach Slack, or a channel is halted. */
export const explainMessage = (reason: string): Failure => ({ reason, ...explainReason(reason) });

export const explainLetter = (reason: string): Failure => ({ reason, ...explainMailReason(reason) });

export function explainHeldBack(reason: string): Failure {
  const words = explainQuarantine(reason);
  return {
    reason,
    what: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`,
    advice: 'Read it. Release it if a person wrote it: its message is sent then. Otherwise discard it.',
  };
}
