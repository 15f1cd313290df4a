import { isOpen, readNowMs, type StoreDatabase } from '#server/store/schema.ts';

/** Of the times that were set for letters, the first ones. */
const mostTimes = 24;

/** When how many letters go, of those that wait for a time that was set; the next first. */
export async function nextLetters(database: StoreDatabase) {
  const nowMs = await readNowMs(database);
  return database
    .selectFrom('jobs')
    .select(({ fn }) => ['tell_at as atMs', fn.countAll<number>().as('count')])
    .where('channel', '=', 'letters')
    .where(isOpen)
    .where('tell_at', '>', nowMs)
    .groupBy('tell_at')
    .orderBy('tell_at')
    .limit(mostTimes)
    .$narrowType<{ atMs: number }>()
    .execute();
}
