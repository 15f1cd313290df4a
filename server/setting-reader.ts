import { findClosestName } from './closest-name.ts';
import type { Parsed } from './setting-parsers.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type SettingReader = ReturnType<typeof createSettingReader>;

/** Reads settings one by one; an empty value counts as unset. */
export function createSettingReader(env: Environment) {
  /** Names of the settings that were read. */
  const known = new Set<string>();
  /** Every wrong setting so far, each as a sentence. */
  const problems: string[] = [];

  function text(name: string): string | null {
    known.add(name);
    return env[name]?.trim() || null;
  }

  /** null: unset, or wrong, which is added to `problems`. */
  function parsed<Value>(name: string, parse: (text: string) => Parsed<Value>): Value | null {
    const value = text(name);
    if (value === null) return null;
    const result = parse(value);
    if ('value' in result) return result.value;
    problems.push(`${name} ${result.problem}`);
    return null;
  }

  const namesSet = (names: readonly string[]): string[] => names.filter((name) => text(name) !== null);

  /** A problem where any of the others is set and this one is not. */
  function requireBeside(name: string, others: readonly string[], why: string): void {
    const set = namesSet(others);
    if (set.length > 0 && text(name) === null)
      problems.push(`${name} must be set beside ${set.join(' and ')}: ${why}`);
  }

  return { known, problems, text, parsed, namesSet, requireBeside };
}

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
