import type { Failure } from '#contract/console-answers.ts';
import { explainQuarantine } from './record-words.ts';

export function explainHeldBack(reason: string): Failure {
  const words = explainQuarantine(reason);
  return {
    reason,
    what: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`,
    advice: 'Read it. Release it if a person wrote it: its message is sent then. Otherwise discard it.',
  };
}
