import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { constants, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Put in front of the C library with LD_PRELOAD. Whatever is written below the folder
 * `ENTREE_RECORD_ROOT` is appended to the file `ENTREE_RECORD_TO` as well, flushes included, in the
 * order of what came back from the kernel. A flush is recorded only once it has come back.
 *
 * A record: a letter, then path length, offset and data length as 8-byte integers, then path and data.
 */
const source = `
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

#define WRITE_AT(function, offset_type) \\
ssize_t function(int fd, const void *data, size_t length, offset_type offset) { \\
  REAL(ssize_t, #function, int, const void *, size_t, offset_type); \\
  char buffer[4096]; \\
  const char *name = name_of(fd, buffer, sizeof buffer); \\
  ssize_t written; \\
  if (!name) return real(fd, data, length, offset); \\
  pthread_mutex_lock(&one_at_a_time); \\
  written = real(fd, data, length, offset); \\
  if (written > 0) tell('w', name, offset, data, written); \\
  pthread_mutex_unlock(&one_at_a_time); \\
  return written; \\
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

#define TRUNCATE(function, offset_type) \\
int function(int fd, offset_type length) { \\
  REAL(int, #function, int, offset_type); \\
  char buffer[4096]; \\
  const char *name = name_of(fd, buffer, sizeof buffer); \\
  int result; \\
  if (!name) return real(fd, length); \\
  pthread_mutex_lock(&one_at_a_time); \\
  result = real(fd, length); \\
  if (result == 0) tell('t', name, length, NULL, 0); \\
  pthread_mutex_unlock(&one_at_a_time); \\
  return result; \\
}
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define FLUSH(function) \\
int function(int fd) { \\
  REAL(int, #function, int); \\
  char buffer[4096]; \\
  const char *name = name_of(fd, buffer, sizeof buffer); \\
  int result; \\
  if (!name) return real(fd); \\
  /* What others write while it is under way is not covered by it. */ \\
  pthread_mutex_lock(&one_at_a_time); \\
  result = real(fd); \\
  if (result == 0) tell('f', name, 0, NULL, 0); \\
  pthread_mutex_unlock(&one_at_a_time); \\
  return result; \\
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
`;

/** Compiles it into the folder and answers its path; null: this machine has no C compiler. */
export async function buildRecorder(folder: string): Promise<string | null> {
  const sourceFile = join(folder, 'recorder.c');
  const library = join(folder, 'recorder.so');
  await writeFile(sourceFile, source);
  try {
    await promisify(execFile)('cc', [
      '-shared',
      '-fPIC',
      '-O2',
      '-o',
      library,
      sourceFile,
      '-ldl',
      '-pthread',
    ]);
    return library;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

interface DiskRecord {
  /** Write, truncation, flush or deletion. */
  what: 'w' | 't' | 'f' | 'd';
  name: string;
  /** Of the write, in bytes; of a truncation the new length. */
  offset: number;
  data: Buffer;
}

export interface ReplayOptions {
  /** Whether a change that was not flushed is on the disk all the same: disks write early, in any order. */
  isKept?: () => boolean;
  /** Only this share of the flushes counts, the first ones: what a disk leaves that lies about the rest. */
  flushedShare?: number;
}

/**
 * Makes in `target` what a power cut right after the last record leaves of the files: of each file
 * what was changed before its own last flush, and nothing of what came later.
 */
export async function replayFlushed(
  recording: string,
  target: string,
  { isKept = () => false, flushedShare = 1 }: ReplayOptions = {},
): Promise<{ flushes: number; dropped: number }> {
  // Several processes share it as long as they run: it is no part of what a disk must keep.
  const records = (await readRecords(recording)).filter(({ name }) => !name.endsWith('-shm'));
  const flushes = records.filter(({ what }) => what === 'f').length;
  const lastFlush = new Map<string, number>();
  let seen = 0;
  for (const [index, { what, name }] of records.entries()) {
    if (what === 'f' && ++seen <= flushes * flushedShare) lastFlush.set(name, index);
  }
  let dropped = 0;
  for (const [index, { what, name, offset, data }] of records.entries()) {
    const path = join(target, name);
    if (what === 'd') await rm(path, { force: true });
    if (what !== 'w' && what !== 't') continue;
    if (index > (lastFlush.get(name) ?? -1) && !isKept()) {
      dropped += 1;
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    // Made when it is not there, and never emptied.
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    if (what === 'w') await file.write(data, 0, data.length, offset);
    else await file.truncate(offset);
    await file.close();
  }
  return { flushes, dropped };
}

async function readRecords(recording: string): Promise<DiskRecord[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(recording)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const headBytes = 25;
  const records: DiskRecord[] = [];
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const what = String.fromCharCode(bytes[at] ?? 0) as DiskRecord['what'];
    const read = (index: number) => Number(bytes.readBigInt64LE(at + 1 + index * 8));
    const [nameLength, offset, dataLength] = [read(0), read(1), read(2)];
    const nameAt = at + headBytes;
    const end = nameAt + nameLength + dataLength;
    // The process was killed in the middle of it.
    if (end > bytes.length) break;
    const name = bytes.toString('utf8', nameAt, nameAt + nameLength);
    records.push({ what, name, offset, data: bytes.subarray(nameAt + nameLength, end) });
    at = end;
  }
  return records;
}
