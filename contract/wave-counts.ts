import type { Filter } from './console-view.ts';
import { answerNames } from './invitation-answer.ts';
import { type ApplicantState, stateName } from './review.ts';
import { startSentence } from './texts.ts';

/**
 * What is counted of a wave's people, as they stand now: each is a column in console and command line, and a view of
 * the list with the wave's id.
 */
export const waveCounts = {
  people: { title: 'People', filter: {} },
  told: { title: 'Told', filter: { told: 'told' } },
  cameBack: { title: 'Came back', filter: { told: 'came-back' } },
  coming: { title: answerNames.coming, filter: { answer: 'coming' } },
  notNow: { title: answerNames['not-now'], filter: { answer: 'not-now' } },
  noAnswer: { title: answerNames.none, filter: { told: 'told', answer: 'none' } },
  joined: { title: 'Joined', filter: { state: 'joined' } },
} as const satisfies Readonly<Record<string, { title: string; filter: Omit<Filter, 'kind' | 'wave'> }>>;
export type WaveCount = keyof typeof waveCounts;

export const waveName = ({ to }: Pick<WaveShown, 'to'>): string =>
  to === 'reminder' ? startSentence(to) : stateName(to);

export interface WaveShown {
  id: string;
  to: ApplicantState | 'reminder';
  by: string;
  /** When its first decision was made, in milliseconds since the epoch. */
  atMs: number;
  counts: Record<WaveCount, number>;
}
