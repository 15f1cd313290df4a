/**
 * Whether invited or declined people know it. `told`: the mail server has taken the letter. `waiting`: it goes at a
 * time that was set, or is on its way. `parked`: it was refused. `came-back`: somebody of the team
 * saw it bounce. `not-told`: there is none, or it was stopped.
 */
export const toldStatuses = ['told', 'waiting', 'parked', 'came-back', 'not-told'] as const;
export type ToldStatus = (typeof toldStatuses)[number];

/** Furthest time of a letter from now. A later one is a typing error. */
export const maxLetterAheadMs = 366 * 86_400_000;

/** Why a letter counts as delivered that this program did not send: the person was imported as told. */
export const toldElsewhere = 'told_elsewhere';

/** The longest reason why a letter came back. */
export const maxCameBackCharacters = 200;

/** Times in milliseconds since the epoch. */
export type Told =
  /** null: told elsewhere, before they were imported. */
  | { status: 'told'; atMs: number | null }
  /** null: at once. */
  | { status: 'waiting'; atMs: number | null }
  | { status: 'parked' }
  /** As somebody of the team gave it; empty: without one. */
  | { status: 'came-back'; reason: string }
  | { status: 'not-told' };

/**
 * The words that console, command line and Slack show, such as `told on Tue 1 Dec, 10:00`.
 *
 * @param formatTime formats times as that place shows them
 */
export function describeTold(told: Told, formatTime: (atMs: number) => string): string {
  switch (told.status) {
    case 'told':
      return told.atMs === null ? 'told elsewhere' : `told on ${formatTime(told.atMs)}`;
    case 'waiting':
      return told.atMs === null ? 'the letter is on its way' : `will be told on ${formatTime(told.atMs)}`;
    case 'parked':
      return 'not told: the letter is parked';
    case 'came-back':
      return `not told: the letter came back${told.reason && ` (${told.reason})`}`;
    case 'not-told':
      return 'not told';
  }
}
