import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * A note that is not sent yet, of one person. It is still there after a look at somebody else, and is forgotten
 * with the answers when the session ends. The browser asks before it leaves the page with it.
 */
export function useNoteDraft(about: string) {
  const queryClient = useQueryClient();
  const queryKey = ['note-draft', about];
  const { data: note = '' } = useQuery<string>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isWritten = note.trim() !== '';
  useEffect(() => {
    if (!isWritten) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWritten]);
  return { note, setNote: (text: string) => void queryClient.setQueryData(queryKey, text) };
}
