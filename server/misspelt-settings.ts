import { findClosestName } from './closest-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Short names are too close to those of other programs to be judged outside of `.env`. */
const minLengthElsewhere = 8;

/** Names that are close to a setting's and are none, each with what was meant. */
export function findMisspelt(env: Environment, known: ReadonlySet<string>, inFile: ReadonlySet<string>) {
  const found = [...new Set([...Object.keys(env), ...inFile])].flatMap((name) => {
    if (known.has(name)) return [];
    const meant = findClosestName(name, known) ?? findLonger(name, known);
    return meant === null ? [] : [{ name, meant }];
  });
  return {
    inFile: found.filter(({ name }) => inFile.has(name)),
    elsewhere: found.filter(({ name }) => !inFile.has(name) && name.length >= minLengthElsewhere),
  };
}

/** `SLACK_WEBHOOK` for `SLACK_WEBHOOK_URL`. */
function findLonger(name: string, known: ReadonlySet<string>): string | null {
  if (!name.includes('_')) return null;
  return [...known].find((candidate) => candidate.startsWith(`${name.toUpperCase()}_`)) ?? null;
}
