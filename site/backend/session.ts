import type { GoTrueClient } from '@supabase/auth-js';

interface Backend {
  url: string;
  key: string;
}

/** A submission waits no longer than this for a session; without one it is just as welcome. */
const sessionTimeoutMs = 2_000;

/** Where the official client keeps a session: `sb-<first label of the host>-auth-token`. */
export const sessionStorageKey = (url: string): string =>
  `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;

const hasStoredSession = (url: string): boolean => {
  try {
    return localStorage.getItem(sessionStorageKey(url)) !== null;
  } catch {
    // Storage is refused to this page, or absent.
    return false;
  }
};

let started: Promise<GoTrueClient> | undefined;

/**
 * Where a session is stored, loads the part that keeps it refreshed; once a page. Visitors without
 * one, which is all of them as long as no screen signs anyone in, never download it.
 */
export function keepStoredSession({ url, key }: Backend): Promise<GoTrueClient> | undefined {
  if (!started && hasStoredSession(url)) {
    started = import('@supabase/auth-js').then(
      ({ AuthClient }) =>
        new AuthClient({
          url: `${url}/auth/v1`,
          headers: { apikey: key },
          storageKey: sessionStorageKey(url),
          persistSession: true,
          autoRefreshToken: true,
          detectSessionInUrl: false,
        }),
    );
    // Not loaded is not signed in; the next call tries again.
    started.catch(() => {
      started = undefined;
    });
  }
  return started;
}

/** The stored session's access token, refreshed where due; undefined without one or when it takes too long. */
export async function readAccessToken(backend: Backend): Promise<string | undefined> {
  const auth = keepStoredSession(backend);
  if (!auth) return undefined;
  const token = auth
    .then((client) => client.getSession())
    .then(({ data }) => data.session?.access_token)
    .catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, sessionTimeoutMs, undefined);
  });
  return Promise.race([token, tooLong]).finally(() => clearTimeout(timer));
}
