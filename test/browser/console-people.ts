import type { ConsoleSite } from './console-site.ts';

/** Invented people, the last of them the newest. Each test changes rows of its own. */
const people = [
  ['creator', 'Ada Nguyen', 'Sydney'],
  ['creator', 'Bo Larsen', 'Melbourne'],
  ['venue', 'Chloé Marsh', 'Melbourne'],
  ['creator', 'Dinesh Okafor', 'Perth'],
  ['creator', 'Eero Costa', 'Brisbane'],
  ['venue', 'Fatima Ito', 'Sydney'],
  ['creator', 'Giang Silva', 'Hobart'],
  ['creator', 'Hana Reid', 'Hobart'],
  ['creator', 'Ivo Marsh', 'Hobart'],
] as const;

/** A word that all of them wrote, and nobody else. */
export const sharedWord = 'unhurried';

export const emailOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}@example.com`;

export async function fillSite(site: Pick<ConsoleSite, 'apply'>): Promise<void> {
  const apply = (kind: 'creator' | 'venue', name: string, city: string) =>
    site.apply(kind, {
      name,
      city,
      email: emailOf(name),
      [kind === 'venue' ? 'message' : 'bio']: `Long, ${sharedWord} lunches, and the people who cook them.`,
    });
  for (const [kind, name, city] of people) await apply(kind, name, city);
  await apply('creator', 'Ada Nguyen', 'Sydney');
}
