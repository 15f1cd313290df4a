import type { Store } from '#server/store/store.ts';

/** Deletes the people of an import step by step; answers how many, or why not all were. */
export async function undoImport(
  store: Pick<Store, 'findImport' | 'undoImport' | 'endImport'>,
  id: string,
  onProgress: (deleted: number) => void = () => {},
): Promise<{ deleted: number } | { problem: string }> {
  const found = await store.findImport(id);
  const isGone = { problem: 'There is no such import, or it was taken back already.' };
  if (found === null) return isGone;
  if (found.touched > 0)
    return {
      problem: `${found.touched === 1 ? '1 person of this import was' : `${found.touched.toLocaleString('en')} people of this import were`} decided about or noted since, or applied. Nothing was changed; single people can be erased.`,
    };
  // First, so that an import that is still running stores nobody more.
  await store.endImport({ id, isUndone: true });
  let deleted = 0;
  let takenBack = 0;
  for (;;) {
    const { people, dates } = await store.undoImport(id);
    if (people + dates === 0) break;
    deleted += people;
    takenBack += dates;
    onProgress(deleted);
  }
  if (found.isUndone && found.people + takenBack === 0) return isGone;
  const left = (await store.findImport(id))?.people ?? 0;
  if (left === 0) return { deleted };
  return {
    problem: `${deleted.toLocaleString('en')} people deleted; ${left.toLocaleString('en')} stay, because they were decided about or noted at the same time, or applied.`,
  };
}
