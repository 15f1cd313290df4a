import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/queries.ts';
import { notify } from '../layout/notices.ts';

export interface Retry {
  run: () => void;
  isPending: boolean;
}

/** Makes a message or a letter of this person due now. */
export function useMove(name: 'retryMessage' | 'retryLetter', about: string, done: string): Retry {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(name, { about }),
    onSuccess: ({ moved }) => notify({ text: moved > 0 ? done : 'There is nothing to retry any more.' }),
    onError: (error) => notify({ text: `It could not be retried. ${error.message}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.person }),
  });
  return { run: () => mutate(), isPending };
}
