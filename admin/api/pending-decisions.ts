let pending: Promise<unknown> = Promise.resolve();

/** Remembers a call that decides until it is answered. */
export function untilAnswered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  pending = Promise.allSettled([pending, answer]);
  return answer;
}

/** A list that is read while a decision is on its way would not have it. */
export const decisionsAnswered = (): Promise<unknown> => pending;
