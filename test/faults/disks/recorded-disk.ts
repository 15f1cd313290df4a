import { createReadStream } from 'node:fs';
import { constants, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What the shim `recorded-disk.c` writes down. */
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
