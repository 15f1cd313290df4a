import type { HeldPage } from '#contract/console-answers.ts';
import type { ConsoleRequest, Moved } from '#contract/console-calls.ts';
import { ConsoleCallError } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';

export async function held(
  { state, after, limit }: ConsoleRequest<'held'>,
  { store }: ConsoleContext,
): Promise<HeldPage> {
  const afterSequence = after === null ? undefined : Number(after);
  if (afterSequence !== undefined && !Number.isSafeInteger(afterSequence))
    throw new ConsoleCallError('INVALID_REQUEST', '`after` is not the `next` of a page.');
  const records = await store.readRecords({
    states: [state],
    order: 'newest first',
    afterSequence,
    limit: limit + 1,
  });
  const page = records.slice(0, limit);
  return {
    rows: page,
    next: records.length > limit ? String(page.at(-1)?.sequence) : null,
  };
}

export async function release(
  { ids }: ConsoleRequest<'release'>,
  { store, wakeOutbox }: ConsoleContext,
): Promise<Moved> {
  const moved = await store.release({ ids });
  wakeOutbox();
  return { moved };
}

export async function discard({ ids }: ConsoleRequest<'discard'>, { store }: ConsoleContext): Promise<Moved> {
  return { moved: await store.discard({ ids }) };
}
