/** Where the official client keeps a session: `sb-<first label of the host>-auth-token`. */
export const sessionStorageKey = (url: string): string =>
  `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;

/** Whether a session with this backend is stored. Needs no other code, so it can be called before anything is loaded. */
export const hasStoredSession = (url: string): boolean => {
  try {
    return localStorage.getItem(sessionStorageKey(url)) !== null;
  } catch {
    // The URL is invalid, which creating the client reports; or the page may not use storage.
    return false;
  }
};
