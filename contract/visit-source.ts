import { cleanLine } from './clean-text.ts';
import type { Submission } from './fields.ts';

/** The parameters of an address that say what led a visitor to it, by what the store calls them. */
export const sourceParameters = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
} as const;

export type SourcePart = keyof typeof sourceParameters;
export const sourceParts = Object.keys(sourceParameters) as SourcePart[];

/** What led a visitor to the site; without a parameter for it the source is the host of the page before. null: not known. */
export type VisitSource = Record<SourcePart, string | null>;

export const noSource: VisitSource = { source: null, medium: null, campaign: null };

export type SourcedSubmission = Submission & VisitSource;

/** Of each part; what is longer is cut. */
export const maxSourceCharacters = 100;

/** Anybody can write anything there, so nothing is refused: each part is one clean line, or not known. */
export function readVisitSource(read: (part: SourcePart) => string | null): VisitSource {
  const parts = sourceParts.map((part) => {
    const cleaned = cleanLine(read(part) ?? '').slice(0, maxSourceCharacters);
    return [part, cleaned.toWellFormed().trim() || null];
  });
  return Object.fromEntries(parts);
}

/** For people: `instagram, social, spring`; empty where nothing is known. */
export const describeSource = (of: VisitSource): string =>
  sourceParts.flatMap((part) => of[part] ?? []).join(', ');
