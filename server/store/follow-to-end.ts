import { setTimeout as wait } from 'node:timers/promises';
import type { FollowBarrier, Followed, PeopleCalls } from './people.ts';

export interface FollowToEndOptions {
  /** Called after each pass. */
  onPass?: (followed: Followed) => void;
  /** Submissions of one pass: some milliseconds of the store's time. */
  limit?: number;
  /** A transaction that writes submissions and stays open stops the list; it is waited for so long. */
  waitMs?: number;
}

const pauseMs = 10;

/**
 * Brings the list of people up to all submissions that were stored when it was called. Answers whether it is;
 * `false`: on Postgres, a transaction that writes submissions stayed open for longer than `waitMs`.
 */
export async function followToEnd(
  store: Pick<PeopleCalls, 'followPeople'>,
  { onPass = () => {}, limit = 100, waitMs = 10_000 }: FollowToEndOptions = {},
): Promise<boolean> {
  let barrier: FollowBarrier | null = null;
  let end: number | null = null;
  let movedAtMs = performance.now();
  for (;;) {
    const pass = await store.followPeople({ limit, barrier });
    barrier = pass.barrier;
    end ??= pass.newest;
    onPass(pass);
    if (pass.position >= end) return true;
    if (pass.moved > 0) movedAtMs = performance.now();
    else if (performance.now() - movedAtMs > waitMs) return false;
    else await wait(pauseMs);
  }
}
