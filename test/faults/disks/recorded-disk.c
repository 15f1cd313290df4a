/*
 * Loaded before the C library with LD_PRELOAD. Whatever is written below the folder ENTREE_RECORD_ROOT is also
 * appended to the file ENTREE_RECORD_TO, finished flushes included, in the order in which the kernel answered.
 *
 * A record: a letter, then path length, offset and data length as 8-byte integers, then path and data.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -2;

static const char *recorded_name(const char *path) {
  const char *root = getenv("ENTREE_RECORD_ROOT");
  size_t length;
  if (!root || !path) return NULL;
  length = strlen(root);
  return strncmp(path, root, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of(int fd, char *buffer, size_t size) {
  char link[64];
  ssize_t length;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, buffer, size - 1);
  if (length < 0) return NULL;
  buffer[length] = 0;
  return recorded_name(buffer);
}

static void tell(char what, const char *name, int64_t offset, const void *data, int64_t length) {
  static ssize_t (*real_writev)(int, const struct iovec *, int);
  int64_t head[3] = { (int64_t)strlen(name), offset, length };
  struct iovec parts[4] = {
    { &what, 1 }, { head, sizeof head }, { (void *)name, strlen(name) }, { (void *)data, data ? (size_t)length : 0 },
  };
  if (!real_writev) real_writev = dlsym(RTLD_NEXT, "writev");
  if (record_fd == -2) record_fd = open(getenv("ENTREE_RECORD_TO"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (real_writev(record_fd, parts, 4) < 0) abort();
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

#define WRITE_AT(function, offset_type) \
ssize_t function(int fd, const void *data, size_t length, offset_type offset) { \
  REAL(ssize_t, #function, int, const void *, size_t, offset_type); \
  char buffer[4096]; \
  const char *name = name_of(fd, buffer, sizeof buffer); \
  ssize_t written; \
  if (!name) return real(fd, data, length, offset); \
  pthread_mutex_lock(&one_at_a_time); \
  written = real(fd, data, length, offset); \
  if (written > 0) tell('w', name, offset, data, written); \
  pthread_mutex_unlock(&one_at_a_time); \
  return written; \
}
WRITE_AT(pwrite, off_t)
WRITE_AT(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  char buffer[4096];
  const char *name = name_of(fd, buffer, sizeof buffer);
  ssize_t written;
  if (!name) return real(fd, data, length);
  pthread_mutex_lock(&one_at_a_time);
  written = real(fd, data, length);
  if (written > 0) tell('w', name, lseek(fd, 0, SEEK_CUR) - written, data, written);
  pthread_mutex_unlock(&one_at_a_time);
  return written;
}

#define TRUNCATE(function, offset_type) \
int function(int fd, offset_type length) { \
  REAL(int, #function, int, offset_type); \
  char buffer[4096]; \
  const char *name = name_of(fd, buffer, sizeof buffer); \
  int result; \
  if (!name) return real(fd, length); \
  pthread_mutex_lock(&one_at_a_time); \
  result = real(fd, length); \
  if (result == 0) tell('t', name, length, NULL, 0); \
  pthread_mutex_unlock(&one_at_a_time); \
  return result; \
}
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define FLUSH(function) \
int function(int fd) { \
  REAL(int, #function, int); \
  char buffer[4096]; \
  const char *name = name_of(fd, buffer, sizeof buffer); \
  int result; \
  if (!name) return real(fd); \
  /* What others write while it is under way is not covered by it. */ \
  pthread_mutex_lock(&one_at_a_time); \
  result = real(fd); \
  if (result == 0) tell('f', name, 0, NULL, 0); \
  pthread_mutex_unlock(&one_at_a_time); \
  return result; \
}
FLUSH(fsync)
FLUSH(fdatasync)

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  const char *name = recorded_name(path);
  int result;
  if (!name) return real(path);
  pthread_mutex_lock(&one_at_a_time);
  result = real(path);
  if (result == 0) tell('d', name, 0, NULL, 0);
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}
