import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * Adds the settings of a file to the environment; variables that are set already win.
 * @returns the names that stand in the file; none when there is no file
 */
export function loadEnvFile(env: NodeJS.ProcessEnv, file = '.env'): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const settings = parseEnv(text);
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  return Object.keys(settings);
}
