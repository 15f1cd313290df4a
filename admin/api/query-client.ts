import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError, retryUnanswered } from './call.ts';
import { accessQuery, signedOut } from './session.ts';

export function createQueryClient(): QueryClient {
  /** A session that has ended shows the sign-in view in place of any other; the address stays. */
  const onError = (error: Error) => {
    if (error instanceof CallError && error.code === 'SIGN_IN') {
      client.setQueryData(accessQuery.queryKey, signedOut(error));
      forgetAnswers(client);
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: retryUnanswered },
      mutations: { networkMode: 'always', retry: retryUnanswered, retryDelay: 500 },
    },
  });
  return client;
}

/** After sign-out no answer stays in the browser. */
export const forgetAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accessQuery.queryKey[0] });
