import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Compiles a C file of this folder to a library for LD_PRELOAD.
 * @returns the library's path; null when this machine has no C compiler
 */
export async function buildShim(name: 'recorded-disk' | 'slow-disk', folder: string): Promise<string | null> {
  const library = join(folder, `${name}.so`);
  const source = join(import.meta.dirname, `${name}.c`);
  try {
    await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl', '-pthread']);
    return library;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
