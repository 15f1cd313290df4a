import { findClosestName } from './closest-name.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Outside of `.env` shorter names are not checked: they are too similar to those of other programs. */
const minLengthElsewhere = 8;

/** Names that are similar to a setting's name, each with the setting that was probably meant. */
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
