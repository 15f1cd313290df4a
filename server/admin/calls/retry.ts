import type { ConsoleRequest, Moved } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';

export async function retry(
  { channel, about }: ConsoleRequest<'retry'>,
  { store, wakeOutbox }: ConsoleContext,
): Promise<Moved> {
  const { dueNow } = await store.retryJobs({
    about: about === null ? undefined : { id: about },
    channels: [channel],
    states: ['waiting', 'parked'],
  });
  wakeOutbox();
  return { moved: dueNow.reduce((sum, { count }) => sum + count, 0) };
}
