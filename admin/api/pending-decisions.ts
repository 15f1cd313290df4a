import type { QueryClient } from '@tanstack/react-query';

/** Of every mutation that decides, so that it is known while one is on its way or waits for its turn. */
export const decisionsKey = ['decisions'];

/** A list that is read while a decision is on its way would not have it. */
export async function decisionsAnswered(client: QueryClient): Promise<void> {
  const isPending = () => client.isMutating({ mutationKey: decisionsKey }) > 0;
  if (!isPending()) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (isPending()) return;
      stop();
      resolve();
    });
  });
}
