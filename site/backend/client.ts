import { FunctionsClient } from '@supabase/functions-js';
import { callTimeoutMs } from '#contract/limits.ts';
import { type FunctionName, functionsPath, idempotencyHeader } from '#contract/wire.ts';
import { readAccessToken } from '#site/backend/session.ts';
import type { BackendSettings } from '#site/backend/settings.ts';

export interface Call {
  name: FunctionName;
  body: Record<string, string | boolean>;
  idempotencyKey: string;
}

export interface CallResult {
  /** Any status but 2xx, no network, no answer in time, or an unreadable answer. */
  error: Error | null;
  /** The answer, with its body unread, when the server gave one that was not a success. */
  response?: Response | undefined;
}

/** The build's settings name no backend that could be called. */
export class BackendSettingsError extends Error {
  override readonly name = 'BackendSettingsError';
}

interface Parts {
  fetch?: typeof fetch;
  /** The signed-in visitor's token, if a session is stored. */
  readToken?: (settings: BackendSettings) => Promise<string | undefined>;
  timeoutMs?: number;
}

/**
 * A client for the backend's functions.
 *
 * @throws {BackendSettingsError} when the URL or the key is missing, or the URL is not an http(s) one.
 */
export function createBackendClient({ url, key }: BackendSettings, parts: Parts = {}) {
  if (!url)
    throw new BackendSettingsError(
      'Backend URL is missing. Set PUBLIC_BACKEND_URL when building, or leave it unset.',
    );
  if (!key)
    throw new BackendSettingsError(
      'Backend key is missing. Set PUBLIC_BACKEND_ANON_KEY when building, or leave it unset.',
    );
  if (!isHttpUrl(url)) {
    throw new BackendSettingsError(
      'Backend URL is not an http(s) URL. Correct PUBLIC_BACKEND_URL and build again.',
    );
  }
  const base = url.replace(/\/+$/, '');
  const { readToken = readAccessToken, timeoutMs = callTimeoutMs } = parts;
  const functions = new FunctionsClient(base + functionsPath, {
    headers: { apikey: key },
    ...(parts.fetch && { customFetch: parts.fetch }),
  });

  return {
    /** Calls a function. Never throws; aborts after `timeoutMs`. */
    async invoke({ name, body, idempotencyKey }: Call): Promise<CallResult> {
      const token = await readToken({ url: base, key });
      const { error, response } = await functions.invoke(name, {
        body,
        timeout: timeoutMs,
        headers: {
          [idempotencyHeader]: idempotencyKey,
          ...(token && { Authorization: `Bearer ${token}` }),
        },
      });
      return { error, response };
    },
  };
}

/** Without `URL.canParse`, which Safari 16 and Chrome before 120 lack. */
function isHttpUrl(url: string): boolean {
  try {
    return /^https?:\/\//i.test(url) && new URL(url).host !== '';
  } catch {
    return false;
  }
}
