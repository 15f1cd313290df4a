import type { ConsoleStore } from '#server/store/open-console-store.ts';
import type { Followed } from '#server/store/people.ts';

export interface PeopleFollower {
  start(): void;
  /** Brings the list up to date, by a few bounded passes, unless it is far behind; answers how far it is. */
  catchUp(): Promise<{ position: number; newest: number }>;
  stop(): Promise<void>;
}

export interface PeopleFollowerOptions {
  store: Pick<ConsoleStore, 'followPeople'>;
  /** A pass failed; the next one comes after `idleMs`. */
  onFailure(error: unknown): void;
  /** Time between two looks when there is nothing to do. */
  idleMs?: number;
  /** Shortest time between two passes that readers wait for, while many arrive. */
  betweenReadsMs?: number;
}

/** Of a pass in the background: some milliseconds, so that an accept never waits long for the writer's lock. */
const perPass = 100;
/** A list that is further behind, with many arriving, is not waited for: one pass more would not be seen in it. */
const farBehind = 1_000;
/** Of a pass that a reader waits for. */
const perRead = 50;
const passesPerRead = 3;
/** The calls of one view come within this time of each other and share a pass; what came before it is in the list. */
const sameViewMs = 25;

const isCutShort = ({ moved, position, newest }: Followed): boolean => position < newest && moved < perRead;

/** While more than this many a second arrive, the follower leaves the machine to the accepts. */
const busyPerSecond = 30;
/** Shortest time over which arrivals are counted. */
const shortestWatchMs = 250;
/** While many arrive a pass is short, because on SQLite the accepts wait for it; it takes a fiftieth of the time. */
const perPassWhenBusy = 25;
const restWhenBusy = 50;
const longestRestWhenBusyMs = 2_000;
/** Otherwise the rest is as long as the pass, and at least this. */
const shortestRestMs = 5;

/** Follows the submissions, so that the console's list has them; an accept does nothing for it. */
export function createPeopleFollower({
  store,
  onFailure,
  idleMs = 1_000,
  betweenReadsMs = 250,
}: PeopleFollowerOptions): PeopleFollower {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let last: Followed = { barrier: null, moved: 0, position: 0, newest: 0 };
  let lastSeen: { atMs: number; newest: number } | null = null;
  let isBusy = false;
  let lastReadAtMs = -Infinity;
  /** Readers that come at the same time share it. */
  let reading = Promise.resolve(last);
  /** One pass at a time. */
  let running: Promise<unknown> = Promise.resolve();

  function pass(limit: number): Promise<Followed> {
    const next = running.then(async () => {
      if (isStopped) return last;
      last = await store.followPeople({ limit, barrier: last.barrier });
      watchArrivals(last.newest);
      return last;
    });
    running = next.catch(() => {});
    return next;
  }

  /** On Postgres one pass may end before the newest: at those that an earlier pass saw, or at an open transaction. */
  async function passesOfRead(): Promise<Followed> {
    let followed = await pass(isBusy ? perPassWhenBusy : perRead);
    // While many arrive, the readers do not wait for what cannot be caught up with.
    for (let count = 1; count < passesPerRead && !isBusy && isCutShort(followed); count += 1)
      followed = await pass(perRead);
    return followed;
  }

  async function work(): Promise<void> {
    const startedAtMs = performance.now();
    let restMs = idleMs;
    try {
      const { moved, position, newest } = await pass(isBusy ? perPassWhenBusy : perPass);
      const tookMs = performance.now() - startedAtMs;
      if (isBusy) restMs = Math.min(longestRestWhenBusyMs, Math.max(restMs, tookMs * restWhenBusy));
      else if (position < newest)
        restMs = moved === 0 ? shortestRestMs * 4 : Math.min(idleMs, Math.max(shortestRestMs, tookMs));
    } catch (error) {
      onFailure(error);
    }
    if (!isStopped) timer = setTimeout(() => void work(), restMs).unref();
  }

  function watchArrivals(newest: number): void {
    const atMs = performance.now();
    const before = lastSeen ?? { atMs, newest };
    if (lastSeen !== null && atMs - before.atMs < shortestWatchMs) return;
    isBusy = ((newest - before.newest) / (atMs - before.atMs)) * 1_000 > busyPerSecond;
    lastSeen = { atMs, newest };
  }

  return {
    start() {
      timer = setTimeout(() => void work(), 0);
    },
    catchUp() {
      if (isBusy && last.newest - last.position > farBehind) return Promise.resolve(last);
      const nowMs = performance.now();
      const sharedMs = isBusy ? betweenReadsMs : Math.min(betweenReadsMs, sameViewMs);
      if (nowMs - lastReadAtMs < sharedMs) return reading;
      lastReadAtMs = nowMs;
      reading = passesOfRead();
      return reading;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
