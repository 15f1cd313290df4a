import type { LetterCalls, LetterClaim, LetterToSend } from '#server/store/letter.ts';
import type { Outbox } from './outbox.ts';
import type { SendResult } from './send-result.ts';

export interface LetterDelivery {
  deliver(letter: LetterToSend, signal: AbortSignal): Promise<SendResult>;
  /** The longest time that a send takes: a claim is valid for longer. */
  longestSendMs: number;
  /** Smallest time between two letters, in milliseconds. */
  minIntervalMs: number;
}

/** The queue of the invitations, with the function that sends them to the mail server. */
export function createLetterOutbox(
  store: LetterCalls,
  { deliver, longestSendMs, minIntervalMs }: LetterDelivery,
): Outbox<LetterClaim> {
  return {
    name: 'letters',
    minIntervalMs,
    claim: ({ leaseMs, holdMs }) =>
      store.claimLetter({ minIntervalMs, holdMs, leaseMs: longestSendMs + leaseMs }),
    send: (claim, signal) => deliver(claim.letter, signal),
    idsOf: (claim) => [claim.letter.id],
    finish: (claim) => store.finishLetter(claim),
    retryLater: (claim, options) => store.retryLetterLater(claim, options),
    park: (claim, reason) => store.parkLetter(claim, reason),
    halt: (claim, reason) => store.haltLetters(claim, reason),
    returnClaim: (claim) => store.returnLetter(claim),
    explain: {
      halted:
        'LETTERS HALTED. The mail server refuses this program for good; the letters are stored and wait. To see why: npm run waitlist -- test-mail YOUR@ADDRESS. Correct SMTP_URL or MAIL_FROM and start again; or, once they work again, run: npm run waitlist -- retry',
      parked: () =>
        'LETTER PARKED. The mail server refuses this letter for good. To see which and why: npm run waitlist -- stats; to send it again: npm run waitlist -- retry --parked',
    },
  };
}
