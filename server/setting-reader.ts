import type { Environment } from './misspelt-settings.ts';
import type { Parsed } from './setting-parsers.ts';

/** Reads settings one by one; an empty value counts as unset. */
export interface SettingReader {
  /** Names of the settings that were read. */
  readonly known: ReadonlySet<string>;
  /** Every wrong setting so far, each as a sentence. */
  readonly problems: string[];
  text(name: string): string | null;
  /** null: unset, or wrong, which is added to `problems`. */
  parsed<Value>(name: string, parse: (text: string) => Parsed<Value>): Value | null;
  /** The value; null when it is wrong, which is added to `problems` under this name. */
  check<Value>(name: string, parsed: Parsed<Value>): Value | null;
}

export function createSettingReader(env: Environment): SettingReader {
  const known = new Set<string>();
  const problems: string[] = [];

  function text(name: string): string | null {
    known.add(name);
    return env[name]?.trim() || null;
  }

  function check<Value>(name: string, parsed: Parsed<Value>): Value | null {
    if ('value' in parsed) return parsed.value;
    problems.push(`${name} ${parsed.problem}`);
    return null;
  }

  return {
    known,
    problems,
    text,
    check,
    parsed(name, parse) {
      const value = text(name);
      return value === null ? null : check(name, parse(value));
    },
  };
}
