import type { GoTrueClient } from '@supabase/auth-js';
import { inTime } from '#site/backend/in-time.ts';
import type { BackendSettings } from '#site/backend/settings.ts';
import { hasStoredSession, sessionStorageKey } from '#site/backend/stored-session.ts';

/** A submission waits no longer than this for a session, and is then sent without one. */
const sessionTimeoutMs = 2_000;

let started: Promise<GoTrueClient> | undefined;

/**
 * If a session is stored, loads the code that keeps it refreshed, once per page. Without a session it is never
 * downloaded. As long as no page signs anyone in, that is every visitor.
 */
export function keepStoredSession({ url, key }: BackendSettings): Promise<GoTrueClient> | undefined {
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
    // Without the code there is no session; the next call tries again.
    started.catch(() => {
      started = undefined;
    });
  }
  return started;
}

/** The stored session's access token, refreshed if necessary; undefined without a session, or when it takes too long. */
export async function readAccessToken(backend: BackendSettings): Promise<string | undefined> {
  const session = keepStoredSession(backend)?.then((client) => client.getSession());
  const answer = session && (await inTime(session, sessionTimeoutMs).catch(() => undefined));
  return answer?.data.session?.access_token;
}
