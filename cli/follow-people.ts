import { followToEnd } from '#server/store/follow-to-end.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Context } from './command.ts';

/** Brings the list of people up to date: a running server does so too, but rests while many apply. */
export async function followPeople(
  store: OperatorStore,
  { progress, note }: Pick<Context, 'progress' | 'note'>,
): Promise<void> {
  const isComplete = await followToEnd(store, {
    onPass: ({ position, newest }) =>
      progress(
        `Bringing the list of people up to date: ${position.toLocaleString('en')} of ${newest.toLocaleString('en')}`,
      ),
  });
  progress(null);
  if (!isComplete) {
    note(
      'The newest submissions are missing in this list: a transaction on Postgres that is still open may add others before them. Try again later.',
    );
  }
}
