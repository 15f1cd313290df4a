/** Where the official client keeps a session: `sb-<first label of the host>-auth-token`. */
export const sessionStorageKey = (url: string): string =>
  `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;

/** Whether a session with this backend is kept here; cheap, so that it can be asked before anything is loaded. */
export const hasStoredSession = (url: string): boolean => {
  try {
    return localStorage.getItem(sessionStorageKey(url)) !== null;
  } catch {
    // The URL is wrong, which creating the client tells; or storage is refused to this page.
    return false;
  }
};
