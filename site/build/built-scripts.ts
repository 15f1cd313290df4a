import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The built scripts by name, with their text. */
export async function readScripts(assetsDir: string): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  for (const name of await readdir(assetsDir)) {
    if (name.endsWith('.js')) scripts.set(name, await readFile(path.join(assetsDir, name), 'utf8'));
  }
  return scripts;
}

/** These scripts and those that they import at once, in the order in which they are met; unknown ones are left out. */
export function followImports(names: Iterable<string>, scripts: ReadonlyMap<string, string>): Set<string> {
  const met = new Set<string>();
  const follow = (name: string) => {
    const text = scripts.get(name);
    if (text === undefined || met.has(name)) return;
    met.add(name);
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(imported);
  };
  for (const name of names) follow(name);
  return met;
}
