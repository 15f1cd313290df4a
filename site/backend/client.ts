import { FunctionsClient } from '@supabase/functions-js';
import { functionsPath } from '#contract/wire.ts';
import type { BackendSettings } from '#site/backend/settings.ts';

/** The build's settings name no backend that could be called. */
export class BackendSettingsError extends Error {
  override readonly name = 'BackendSettingsError';
}

/**
 * A client for the backend's functions.
 *
 * @throws {BackendSettingsError} when the URL or the key is missing, or the URL is not an http(s) one.
 */
export function createBackendClient({ url, key }: BackendSettings, customFetch = fetch): FunctionsClient {
  if (!/^https?:\/\/[^/?#]/i.test(url))
    throw new BackendSettingsError(
      'Backend URL is missing, or is no http(s) URL. Set PUBLIC_BACKEND_URL when building, or leave it unset.',
    );
  if (!key)
    throw new BackendSettingsError(
      'Backend key is missing. Set PUBLIC_BACKEND_ANON_KEY when building, or leave it unset.',
    );
  return new FunctionsClient(url + functionsPath, { headers: { apikey: key }, customFetch });
}
