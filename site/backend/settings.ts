import { publishableKey } from '#contract/wire.ts';

/**
 * The backend that the site was built for. Settings that were left unset: the page's own origin and the committed key.
 * Set to empty: empty, so that creating the client fails.
 */
export const backendSettings = () => ({
  // Named one by one, because the build replaces each with its value.
  url: String(import.meta.env.PUBLIC_BACKEND_URL ?? location.origin).replace(/\/$/, ''),
  key: String(import.meta.env.PUBLIC_BACKEND_ANON_KEY ?? publishableKey),
});

export type BackendSettings = ReturnType<typeof backendSettings>;
