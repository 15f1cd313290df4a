import { type ReviewState, reviewStates } from '#contract/review.ts';

/** What a button of a message decides; travels as its value. */
export interface ButtonValue {
  /** Id of the message's submission. */
  id: string;
  /** The version that the message shows. */
  seenVersion: number;
  to: ReviewState;
  /** Takes the last decision back. */
  isUndo: boolean;
}

/** Slack sends the clicks of all buttons of the app; those with these ids are decisions. */
export const actionIdOf = ({ to, isUndo }: Pick<ButtonValue, 'to' | 'isUndo'>): string =>
  isUndo ? 'undo' : `decide-${to}`;

export const writeButtonValue = ({ id, seenVersion, to, isUndo }: ButtonValue): string =>
  [id, seenVersion, to, ...(isUndo ? ['undo'] : [])].join(' ');

/** Whether a click with this id of its button is a decision. */
export const isDecision = (actionId: string): boolean => /^(undo$|decide-)/.test(actionId);

/** null: it decides nothing that is known here. */
export function readButtonValue(value: string): ButtonValue | null {
  const [, id, version, state, undo] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,9}) (\S+)( undo)?$/.exec(value) ?? [];
  const to = reviewStates.find((known) => known === state);
  if (id === undefined || to === undefined) return null;
  return { id, seenVersion: Number(version), to, isUndo: undo !== undefined };
}
