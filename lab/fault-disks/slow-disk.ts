import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Put in front of the C library with LD_PRELOAD. `ENTREE_FSYNC_DELAY_US` is added to each flush;
 * while the file `ENTREE_FSYNC_FAIL` names exists, each flush fails with EIO.
 */
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int flush(const char *name, int fd) {
  const char *delay = getenv("ENTREE_FSYNC_DELAY_US");
  const char *fail = getenv("ENTREE_FSYNC_FAIL");
  if (delay) usleep(atoi(delay));
  if (fail && access(fail, F_OK) == 0) { errno = EIO; return -1; }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(fd);
}
int fsync(int fd) { return flush("fsync", fd); }
int fdatasync(int fd) { return flush("fdatasync", fd); }
`;

/** Compiles it into the folder and answers its path; null: this machine has no C compiler. */
export async function buildSlowDisk(folder: string): Promise<string | null> {
  const sourceFile = join(folder, 'slow-disk.c');
  const library = join(folder, 'slow-disk.so');
  await writeFile(sourceFile, source);
  try {
    await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, sourceFile, '-ldl']);
    return library;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
