import { ConfigError, readConfig } from './config.ts';

/** What is wrong with these settings. */
export function problemsOf(
  env: Record<string, string>,
  namesInFile: readonly string[] = [],
): readonly string[] {
  try {
    readConfig(env, namesInFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
