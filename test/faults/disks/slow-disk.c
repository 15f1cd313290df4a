/*
 * Loaded before the C library with LD_PRELOAD. ENTREE_FSYNC_DELAY_US is added to each flush; while the file that
 * ENTREE_FSYNC_FAIL names exists, each flush fails with EIO.
 */
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
