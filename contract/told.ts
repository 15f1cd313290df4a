import { readEmail } from './clean-email.ts';
import { partsOf } from './console-calls.ts';
import { countOf } from './texts.ts';

/**
 * Whether invited or declined people know it. `told`: the mail server has taken the letter. `waiting`: it goes at a
 * time that was set, or is on its way. `parked`: it was refused. `came-back`: somebody of the team
 * saw it bounce. `not-told`: there is none, or it was stopped.
 */
export const toldStatuses = ['told', 'waiting', 'parked', 'came-back', 'not-told'] as const;
export type ToldStatus = (typeof toldStatuses)[number];

/** Why a letter counts as delivered that this program did not send: the person was imported as told. */
export const toldElsewhere = 'told_elsewhere';

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

/** What came of the report that a letter came back; of several letters to one address, the first of these. */
export const cameBackOutcomes = ['marked', 'already', 'not-told', 'unknown'] as const;
export type CameBackOutcome = (typeof cameBackOutcomes)[number];
/** Addresses by what came of each. */
export type CameBackAddresses = Record<CameBackOutcome, string[]>;

/** Of one call. */
export const maxCameBackAddresses = 200;

/** Marks any number of addresses by several calls; answers what came of all. */
export async function markInParts(
  addresses: readonly string[],
  mark: (some: string[]) => Promise<CameBackAddresses>,
): Promise<CameBackAddresses> {
  const all: CameBackAddresses = { marked: [], already: [], 'not-told': [], unknown: [] };
  for (const some of partsOf(addresses, maxCameBackAddresses)) {
    const answer = await mark(some);
    for (const outcome of cameBackOutcomes) all[outcome].push(...answer[outcome]);
  }
  return all;
}

/** What was marked, and each address of which nothing was. */
export function describeCameBack(answer: CameBackAddresses): { text: string; details: string[] } {
  const { marked, already, unknown, 'not-told': notTold } = answer;
  const name = (what: string, addresses: readonly string[]) =>
    addresses.length === 0 ? [] : [`${what}: ${addresses.join(', ')}.`];
  return {
    text: `${countOf(marked.length, 'letter')} marked as come back.`,
    details: [
      ...name('Marked before', already),
      ...name('No letter was sent to them about the decision, or another is on its way', notTold),
      ...name('Not on the list', unknown),
    ],
  };
}

/** The addresses of a text: one a line, or divided by commas or semicolons. */
export const readAddressLines = (text: string): string[] =>
  [...new Set(text.split(/[\n\r,;]/).map(readEmail))].filter((address) => address !== '');
