/**
 * Whether invited or declined people know it. `told`: the mail server has taken the letter. `waiting`: it goes at a
 * time that was set, or is on its way. `parked`: it was refused. `not-told`: there is none, it was stopped, or it came
 * back.
 */
export const tellings = ['told', 'waiting', 'parked', 'not-told'] as const;
export type Telling = (typeof tellings)[number];

/** Furthest time of telling from now. A later one is a typing error. */
export const longestTellAheadMs = 366 * 86_400_000;

/** Why a letter counts as delivered that this program did not send: the person was imported as told. */
export const toldElsewhere = 'told_elsewhere';

/** Of the reason why a letter came back. */
export const maxCameBackCharacters = 200;

/** Times in milliseconds since the epoch. */
export type Told =
  /** null: told elsewhere, before they were imported. */
  | { telling: 'told'; atMs: number | null }
  /** null: at once. */
  | { telling: 'waiting'; atMs: number | null }
  | { telling: 'parked' }
  /** `cameBack`: the letter did, for the reason that somebody of the team gave; empty: without one. */
  | { telling: 'not-told'; cameBack?: string };

/**
 * The words that console, command line and Slack show, such as `told on Tue 1 Dec, 10:00`.
 *
 * @param formatTime formats times as that place shows them
 */
export function describeTold(told: Told, formatTime: (atMs: number) => string): string {
  switch (told.telling) {
    case 'told':
      return told.atMs === null ? 'told elsewhere' : `told on ${formatTime(told.atMs)}`;
    case 'waiting':
      return told.atMs === null ? 'the letter is on its way' : `will be told on ${formatTime(told.atMs)}`;
    case 'parked':
      return 'not told: the letter is parked';
    case 'not-told':
      if (told.cameBack === undefined) return 'not told';
      return `not told: the letter came back${told.cameBack && ` (${told.cameBack})`}`;
  }
}
