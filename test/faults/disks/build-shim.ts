import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installCommand } from '../../../scripts/debian.mjs';

/** Why a test without a shim is skipped. */
export const noCompiler = `there is no C compiler. Run: ${installCommand(['gcc', 'libc6-dev'])}`;

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
