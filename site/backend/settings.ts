import { publishableKey } from '#contract/wire.ts';

export interface BackendSettings {
  /** Origin of the backend, `http(s)://…`, without a path. */
  url: string;
  /** The public key that each call carries. */
  key: string;
}

interface BuildEnvironment {
  PUBLIC_BACKEND_URL?: string | undefined;
  PUBLIC_BACKEND_ANON_KEY?: string | undefined;
}

/**
 * The backend's settings from the build's environment. Unset: the page's own origin and the committed key.
 * Set to empty: empty, so that creating the client fails.
 */
export const readBackendSettings = (built: BuildEnvironment, origin: string): BackendSettings => ({
  url: built.PUBLIC_BACKEND_URL ?? origin,
  key: built.PUBLIC_BACKEND_ANON_KEY ?? publishableKey,
});
